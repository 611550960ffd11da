"""Try docs/hosting.md word by word on an empty machine: every block of it, in order, in a bare Debian.

    python3 scripts/try_hosting.py ROOT RELEASE

ROOT is a folder for the machine, made by debootstrap where it is missing and kept afterwards; RELEASE is a
folder with the wheel and `locked/`. Needs root. Section 1 uses this machine's network for packages; the rest
runs in a network and with processes of its own, so that it meets nobody's ports and ends with the trial.

Two programs are stood in for: `systemctl`, since no systemd runs in a folder, starts what a unit says with
its own account, settings, folder and command; `certbot` makes a certificate that nobody trusts. The units are
then held against `systemd-analyze verify`, and the site is asked through nginx.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "hosting.md"
SUITE = "trixie"
CLEAN = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/root",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_CERT": "/etc/ssl/certs/ca-certificates.crt",
    "PIP_ROOT_USER_ACTION": "ignore",
}
SYSTEMCTL = r"""#!/bin/sh
# Stands in for systemd: starts and stops what the units say.
[ "$1" = daemon-reload ] && exit 0
act=$1; shift
[ "$act" = enable ] && { [ "$1" = --now ] || exit 0; shift; act=start; }
unit=${1%.service}; file=/etc/systemd/system/$unit.service
said() { sed -n "s/^$1=//p" "$file"; }
case $unit in
    postgresql|nginx) exec service "$unit" "$act" ;;
    *.timer) exit 0 ;;
    euchre-night) command=$(said ExecStart | sed 's/\$\$/$/g; s/%%/%/g'); eval "exec $command" ;;
esac
if [ "$act" != start ] && [ -f /run/euchre.pid ]; then
    pid=$(cat /run/euchre.pid); kill "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
    rm /run/euchre.pid
fi
[ "$act" = stop ] && exit 0
(
    set -a; . "$(said EnvironmentFile)"; set +a
    umask "$(said UMask)"; cd "$(said WorkingDirectory)" || exit 1
    exec setsid setpriv --reuid "$(said User)" --regid "$(said User)" --init-groups --no-new-privs \
        $(said ExecStart) >>/var/log/euchre.log 2>&1
) &
echo $! >/run/euchre.pid
for _try in $(seq 200); do
    curl -fs -o /dev/null -H 'Host: euchre.example.org' http://127.0.0.1:8000/healthz && exit 0
    sleep 0.2
done
cat /var/log/euchre.log; exit 1
"""
CERTBOT = """#!/bin/sh
at=/etc/letsencrypt/live/euchre.example.org; mkdir -p $at
openssl req -x509 -newkey rsa:2048 -nodes -days 7 -subj /CN=euchre.example.org \\
    -keyout $at/privkey.pem -out $at/fullchain.pem 2>/dev/null
"""
# What is seen from outside before the dumps and the update; `reached` counts requests in the site's log.
LOOK = r"""
here=127.0.0.1 name=euchre.example.org
site() { curl -ksS --resolve $name:443:$here --resolve $name:80:$here "$@"; }
at=https://euchre.example.org
status() { site -o /dev/null -w '%{http_code}' "$@"; }
reached() { grep -c '"path": "/e/tried/standings/"' /var/log/euchre.log || true; }
is() { [ "$2" = "$3" ] && echo "ok    $1: $2" || { echo "WRONG $1: $2, not $3"; exit 1; }; }
is "http leads to https" "$(status http://euchre.example.org/)" 301
is "a page" "$(status $at/rules/progressive/)" 200
sheet=$(site $at/rules/progressive/ | grep -o '/static/[^"]*site[^"]*css' | head -1)
is "a style sheet" "$(status $at$sheet)" 200
change() { runuser -u postgres -- psql -q -d euchre -c "update tournament_event set $1"; }
change "is_public = true, slug = 'tried'"
is "a public page" "$(status $at/e/tried/standings/)" 200
sleep 3; before=$(reached)
for _i in $(seq 20); do site -o /dev/null $at/e/tried/standings/; done
echo "      20 asked without a cookie, $(($(reached) - before)) came to the site"
[ $(($(reached) - before)) -le 4 ]
before=$(reached)
for _i in $(seq 20); do site -o /dev/null -H 'Cookie: a=b' $at/e/tried/standings/; done
is "of 20 with a cookie came to the site" $(($(reached) - before)) 20
tag=$(site -o /dev/null -D - $at/e/tried/standings/ | tr -d '\r' | sed -n 's/^etag: //Ip')
is "unchanged, from nginx" "$(status -H "If-None-Match: $tag" $at/e/tried/standings/)" 304
is "unchanged, with a cookie" "$(status -H 'Cookie: a=b' -H "If-None-Match: $tag" $at/e/tried/standings/)" 304
own=$at/p/$(runuser -u postgres -- psql -qtA -d euchre -c "select token from tournament_player limit 1")/live/
tag=$(site -o /dev/null -D - $own | tr -d '\r' | sed -n 's/^etag: //Ip')
is "a player's own page, unchanged" "$(status -H "If-None-Match: $tag" $own)" 304
is "compressed" "$(site -o /dev/null -D - -H 'Accept-Encoding: gzip, br' $at/e/tried/standings/ | tr -d '\r' \
    | sed -n 's/^content-encoding: //Ip')" gzip
is "an official's page without signing in" "$(status $at/events/)" 302
is "a file of 21 MB" "$(head -c 21000000 /dev/zero | status --data-binary @- $at/sign-in/)" 413
change "is_public = false"; sleep 3
is "an event made private" "$(status $at/e/tried/standings/)" 404
"""
AFTER = r"""
systemd-analyze verify /etc/systemd/system/euchre.service /etc/systemd/system/euchre-night.service \
    /etc/systemd/system/euchre-night.timer && echo "ok    systemd-analyze verify"
is "a page after the update" "$(status $at/rules/progressive/)" 200
euchre-restore /var/backups/euchre/before-update.dump
is "a page after the dump was put back" "$(status $at/rules/progressive/)" 200
grep -hE 'Traceback|"level": "ERROR"' /var/log/euchre.log && exit 1
ls -l /var/backups/euchre /etc/euchre.env; stat -c '%a %U %n' /var/lib/euchre /srv/euchre
"""


def blocks(page: str) -> dict[str, list[str]]:
    """What is to be typed, by the number of its section: every indented block that is no example."""
    found: dict[str, list[str]] = {}
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        number, _dot, text = section.partition(".")
        if number.isdigit():
            text = text.partition("**Caddy**")[0]
            found[number] = [
                re.sub(r"^    ", "", block, flags=re.M).strip("\n") + "\n"
                for block in re.findall(r"(?:^(?:    .*|)\n)+", text, flags=re.M)
                if block.strip()
            ]
    return found


def prepare(root: Path, release: Path) -> None:
    """An empty Debian in the folder, with the release in it and the two programs that are stood in for."""
    if not root.exists():
        bare = ["debootstrap", "--variant=minbase", "--include=ca-certificates,systemd,openssl", SUITE]
        subprocess.run([*bare, str(root)], check=True)
    for name in ("etc/resolv.conf", "etc/hosts"):
        shutil.copy(f"/{name}", root / name)
    shutil.rmtree(root / "root/release", ignore_errors=True)
    shutil.copytree(release, root / "root/release")
    for name, text in (
        ("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n"),  # installing starts nothing
        ("usr/local/bin/systemctl", SYSTEMCTL),
        ("usr/local/bin/certbot", CERTBOT),
    ):
        (root / name).write_text(text)
        (root / name).chmod(0o755)


def run(root: Path, script: str, *around: str) -> None:
    """Type these lines in the folder's Debian, and stop at the first that fails."""
    (root / "root/typed").write_text(f"set -e\n{script}")
    subprocess.run([*around, "chroot", str(root), "sh", "/root/typed"], env=CLEAN, check=True)


def main() -> None:
    root, release = (Path(one).resolve() for one in sys.argv[1:3])
    typed = blocks(PAGE.read_text(encoding="utf-8"))
    prepare(root, release)
    own = ["unshare", "--pid", "--fork", "--kill-child", "--mount", f"--mount-proc={root}/proc"]
    run(root, "\n".join(typed["1"]), *own)
    certificates = "/etc/ssl/certs/ca-certificates.crt"
    shutil.copy(certificates, root / certificates[1:])
    rest = [block for number in "234" for block in typed[number]] + ["euchre demo"]
    rest += [block for number in "5" for block in typed[number]] + [LOOK]
    rest += [block for number in "78" for block in typed[number]] + [AFTER]
    asked = {look: f"set +x{look}set -x\n" for look in (LOOK, AFTER)}
    script = "set -x\n" + "\n".join(asked.get(block, block) for block in rest)
    run(root, script, *own, "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    print("Every block of docs/hosting.md was typed as written.")


if __name__ == "__main__":
    main()
