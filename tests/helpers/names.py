"""A mixed list of names as halls have them, to be carried through paste, pages and paper unharmed."""

LONG_NAME = "Wilhelmina Alexandrina Fitzgerald-Montgomery van der Heijden"  # 60 characters
RIGHT_TO_LEFT = "ليلى حدّاد"
TWIN = "Mary Smith"

# Two are equal (TWIN); none is a number; every one is in NFC already.
REAL_NAMES = (
    "Zoë Müller-Lüdenscheidt",
    "François Lévesque",
    "Siobhán O’Connor",
    "D'Arcy McGee",
    "Łukasz Żółć",
    "Søren Ångström",
    "Ngô Thị Ánh Tuyết",
    TWIN,
    TWIN,
    LONG_NAME,
    RIGHT_TO_LEFT,
    "יעל בן־דוד",
    "Νίκος Παπαδόπουλος",
    "王小明",
    "Jean-Luc St. Pierre Jr.",
    "Bo",
)

assert len(LONG_NAME) == 60
