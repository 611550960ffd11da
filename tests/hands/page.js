// What hands can see of a page: its controls, what happens on it, what is wrong with it. It knows no product.
(() => {
  if (window.hands) return;
  const OPERATED = "input, select, textarea, button, summary, [role=button]";
  const KEPT_APART = /^(submit|button|file|hidden|image|reset|fieldset|output)$/;
  const POINTERS = ["for", "aria-describedby", "aria-labelledby", "aria-controls", "aria-errormessage", "list", "form"];
  const seen = [];
  const quiet = new Set();
  const did = {};
  let now = {};
  const count = (what) => { did[what] = (did[what] ?? 0) + 1; };
  window.print = () => count("printed");
  Element.prototype.requestFullscreen = async () => count("filled");
  navigator.share = async () => count("shared");
  try { navigator.clipboard.writeText = async () => count("copied"); } catch { /* not on every page */ }
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function (...asked) { count("stored"); return keep.apply(this, asked); };
  new MutationObserver((changes) => seen.push(...changes)).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });

  const short = (text, most = 50) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, most);
  const path = (url) => new URL(url, location.href).pathname;
  const sentTo = (form) => path(form.getAttribute("action") || location.href);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const isTicked = (e) => /^(radio|checkbox)$/.test(e.type);
  // Kept off the page until it has the focus, as a skip link is, counts as not visible.
  const isVisible = (e) => {
    if (!e.isConnected || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = e.getBoundingClientRect();
    const isOff = box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || getComputedStyle(e).clip === "rect(0px, 0px, 0px, 0px)";
    return !isOff && box.width > 1 && box.height > 1;
  };
  const target = (e) => (isVisible(e) ? e : [...(e.labels ?? [])].find(isVisible) ?? null);
  const words = (e) => short([...(e.labels ?? [])].map((label) => label.innerText).join(" ") || e.innerText
    || e.getAttribute("aria-label") || e.title || e.name, 60);
  const key = (e) => [e.localName, e.type, e.name, isTicked(e) || e.localName === "button" ? e.value : "", e.id,
    /^(button|summary)$/.test(e.localName) ? short(e.innerText) : "", e.form ? sentTo(e.form) : ""].join("|");
  const find = (wanted, nth) => all(OPERATED).filter((e) => key(e) === wanted)[nth] ?? null;
  const told = (e) => `${e.localName}${e.name ? `[name=${e.name}]` : e.id ? `#${e.id}` : e.className ? `.${e.className}` : ""} “${words(e).slice(0, 40)}”`;
  const largest = (e) => [...e.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)[0];
  const middle = (e) => {
    e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = largest(e);
    return box && [box.left + box.width / 2, box.top + box.height / 2];
  };

  function controls() {
    const counted = {};
    return all(OPERATED).map((e) => {
      const nth = counted[key(e)] = (counted[key(e)] ?? -1) + 1;
      if (e.type === "hidden" || e.matches(":disabled") || !target(e) || e.closest("[inert], [aria-hidden=true]")) return null;
      const sends = e.form ? [...e.form.elements].filter((one) => one.type === "submit" && isVisible(one)) : [];
      const group = e.parentElement?.querySelectorAll("[aria-pressed]").length;
      return {
        key: key(e), nth, tag: e.localName, type: e.type ?? "", name: e.name ?? "", words: words(e), value: e.value ?? "",
        isChosen: Boolean(e.checked) || (e.getAttribute("aria-pressed") === "true" && group > 1), isInMain: Boolean(e.closest("main")),
        form: e.form ? [...document.forms].indexOf(e.form) : -1, method: e.form?.method ?? "", action: e.form ? sentTo(e.form) : "",
        isSent: sends.length > 0, sends: e.type === "submit", isReadOnly: Boolean(e.readOnly), inputmode: e.inputMode ?? "",
        most: e.maxLength ?? -1, options: e.options ? [...e.options].filter((one) => !one.disabled).map((one) => one.value) : [],
      };
    }).filter(Boolean);
  }

  // What a form would send: each name with what is typed, chosen or ticked.
  function values(form) {
    const held = {};
    for (const e of form?.elements ?? []) {
      if (!e.name || KEPT_APART.test(e.type) || e.localName === "button") continue;
      const list = held[e.name] ??= [];
      if (isTicked(e)) list.push(...(e.checked ? [e.value] : []));
      else list.push(...(e.options ? [...e.selectedOptions].map((one) => one.value) : [e.value]));
    }
    return held;
  }

  const place = (e) => {
    const steps = [];
    for (let at = e; at && steps.length < 7; at = at.id ? null : at.parentElement) {
      steps.push(at.id || `${at.localName}${[...(at.parentElement?.children ?? [])].indexOf(at)}`);
    }
    return steps.join("<");
  };
  const element = (node) => (node.nodeType === 1 ? node : node.parentElement);
  // What moves by itself, such as a clock, is no effect of a control: where, for `rest` of the same page later on.
  const rest = (places) => {
    const moving = seen.splice(0).map((change) => place(element(change.target)));
    (places ?? moving).forEach((one) => quiet.add(one));
    return moving;
  };
  const begin = (e) => {
    seen.length = 0;
    Object.keys(did).forEach((what) => delete did[what]);
    now = { e, focus: document.activeElement, url: location.href, open: all("[open]").length, y: scrollY };
  };
  function happened() {
    const isField = now.e?.matches("input, select, textarea");
    const beyond = seen.some(({ target: where }) => !(isField && now.e.contains(where)) && !quiet.has(place(element(where))));
    const moved = ![now.focus, now.e, document.body].includes(document.activeElement);
    const facts = { changed: beyond, focus: !isField && moved, address: location.href !== now.url, opened: all("[open]").length !== now.open,
      scrolled: !isField && Math.abs(scrollY - now.y) > 60 };
    return [...Object.keys(facts).filter((fact) => facts[fact]), ...Object.keys(did)];
  }

  const isOf = (e, other) => Boolean(other) && (e.contains(other) || other.closest("label")?.control === e
    || [...(e.labels ?? [])].some((label) => label.contains(other)));
  function* covered() {
    for (const e of all(`a[href], ${OPERATED}`)) {
      const shown = e.type !== "hidden" && !e.matches(":disabled, [inert] *") && (e.tabIndex >= 0 || e.matches("input")) && target(e);
      const at = shown && middle(shown);
      const hit = at && document.elementFromPoint(...at);
      if (at && !isOf(e, hit) && !isOf(shown, hit) && !(hit?.contains(shown) && hit.matches("a, button, label, summary"))) {
        yield `covered in its middle: ${told(e)} by ${hit ? told(hit) : "the window’s edge"}`;
      }
    }
  }
  function* cut() {
    const pen = document.createElement("canvas").getContext("2d");
    for (const e of all("body *")) {
      if (e.clientWidth <= 2 || e.closest("svg") || !isVisible(e)) continue;
      const style = getComputedStyle(e);
      const hasText = [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const isTold = e.closest("[title]") || e.closest("a, label")?.querySelector("[title]");
      const [across, down] = [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight];
      if (hasText && !isTold && /hidden|clip/.test(style.overflowX) && across > 1) yield `cut by ${across} px: ${told(e)}`;
      else if (hasText && !isTold && /hidden|clip/.test(style.overflowY) && down > 4) yield `cut below by ${down} px: ${told(e)}`;
      else if (e.matches("button, .button, summary") && across > 1) yield `cut by ${across} px: ${told(e)}`;
      // On a phone a list is as wide as the page; no browser breaks its line, and opened it is whole.
      if (innerWidth > 600 && e.localName === "select" && !e.multiple && e.size < 2 && e.selectedOptions[0]) {
        pen.font = style.font;
        const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const need = pen.measureText(e.selectedOptions[0].text.trim()).width;
        if (need > room + 3) yield `its chosen line is cut by ${Math.round(need - room)} px: ${told(e)}`;
      }
    }
  }
  function* astray() {
    const ids = new Set();
    for (const e of all("[id]")) {
      if (ids.has(e.id)) yield `two elements with the id ${e.id}: ${told(e)}`;
      ids.add(e.id);
    }
    for (const a of all("a[href^='#']")) {
      const id = decodeURIComponent(a.getAttribute("href").slice(1));
      if (id && isVisible(a) && !ids.has(id)) yield `leads to no place on its page: ${told(a)} to #${id}`;
    }
    for (const name of POINTERS) for (const e of all(`[${name}]`)) {
      for (const id of e.getAttribute(name).split(/\s+/).filter(Boolean)) {
        if (!ids.has(id)) yield `its ${name} names nothing, ${id}: ${told(e)}`;
      }
    }
    for (const e of all("form :is(input, select, textarea):not([name])")) {
      if (e.form?.method === "post" && isVisible(e)) yield `no name sends it: ${told(e)}`;
    }
    for (const form of all("form")) {
      if (form.method === "get" && form.querySelector("[name=csrfmiddlewaretoken]")) yield `shows its token in an address: form to ${sentTo(form)}`;
    }
  }
  const broken = () => [...document.images].filter((one) => one.complete && !one.naturalWidth && one.getAttribute("src") && isVisible(one))
    .map((one) => `a picture is broken: ${path(one.src)}`);
  function* tooLong() {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const first = wide > 1 && all("body *").find((e) => isVisible(e) && e.getBoundingClientRect().right > innerWidth + 1);
    if (wide > 1) yield `scrolls sideways by ${wide} px: ${first ? told(first) : ""}`;
    yield* cut();
  }
  function look(isWhole) {
    const found = [...tooLong(), ...covered(), ...(isWhole ? [...astray(), ...broken()] : [])];
    scrollTo(0, 0);
    return found;
  }

  const ALARMS = "[aria-invalid=true], [role=alert], .error, .errorlist, .field-error";
  const shown = (selector) => all(selector).filter(isVisible).map((e) => short(e.innerText || words(e), 160)).filter(Boolean);
  // Whether what is wrong stands at this field, is tied to it, and is announced.
  function beside(e) {
    const ids = `${e?.getAttribute("aria-describedby") ?? ""} ${e?.getAttribute("aria-errormessage") ?? ""}`.split(/\s+/);
    return {
      isMarked: e?.getAttribute("aria-invalid") === "true",
      isTied: ids.some((id) => id && document.getElementById(id)?.innerText.trim()),
      isAnnounced: shown("[role=alert]").length > 0 || document.activeElement === e || Boolean(document.activeElement?.closest("[role=alert]")),
    };
  }

  // The stops of Tab, and what each looks like while the focus is elsewhere.
  let stops = [];
  const ring = (e) => {
    const it = getComputedStyle(e);
    return [it.outlineStyle, it.outlineWidth, it.outlineColor, it.boxShadow, it.borderColor, it.backgroundColor, it.color].join();
  };
  const rings = (e) => [e, e.parentElement, ...(e.labels ?? []), e.nextElementSibling].filter(Boolean).map(ring).join("~");
  function layStops() {
    document.activeElement?.blur();
    stops = all("a[href], button, input:not([type=hidden]), select, textarea, summary")
      .filter((e) => e.tabIndex >= 0 && !e.disabled && isVisible(e) && !e.closest("[inert]")).map((e) => ({ e, calm: rings(e) }));
    return stops.length;
  }
  function stop() {
    const e = document.activeElement;
    const n = stops.findIndex((one) => one.e === e);
    const box = e.getBoundingClientRect();
    return { n, words: words(e), isNowhere: e === document.body, isSeen: box.bottom > 0 && box.top < innerHeight,
      isMarked: n < 0 || rings(e) !== stops[n].calm };
  }
  // Of radios that share a name Tab reaches one; a page that renewed a part of itself is not judged.
  function missed(reached) {
    if (stops.some(({ e }) => !e.isConnected)) return [];
    const names = reached.map((n) => stops[n]?.e).filter((e) => e?.type === "radio").map((e) => e.name);
    return stops.filter(({ e }, n) => !reached.includes(n) && isVisible(e) && !(e.type === "radio" && names.includes(e.name)))
      .map(({ e }) => words(e));
  }
  const elsewhere = () => all("header a[href], nav a[href], main a[href]").find((a) => isVisible(a) && !a.target
    && a.origin === location.origin && a.pathname !== location.pathname && !/\.[a-z]+$/.test(a.pathname));

  const asking = (e) => `${sentTo(e.form)}?${new URLSearchParams(new FormData(e.form))}`;

  window.hands = {
    asking,
    layStops, stop, missed, elsewhere,
    controls, find, target, middle: (e) => { const at = target(e); return at && middle(at); }, values, rest, begin, happened, look, tooLong: () => [...tooLong()], beside,
    isVisible, errors: () => shown(ALARMS), said: () => shown("#messages, [role=status], [role=alert], .notice"),
    papers: () => all("a[href*='.pdf'], img[src*='.png']").map((e) => e.getAttribute("href") ?? e.getAttribute("src")).sort().join(" "),
    everything: () => `${document.body.innerText}|${all("input, textarea").map((e) => e.value).join("|")}`,
  };
})();
