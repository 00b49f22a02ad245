"""The words of the little web: what each topic, in each of its senses, is written with."""

from msgspec import Struct


class Vocabulary(Struct, frozen=True):
    """What sentences about one subject are made of."""

    one: tuple[str, ...]  # the thing, singular
    many: tuple[str, ...]  # and plural
    parts: tuple[str, ...]  # plural
    traits: tuple[str, ...]
    does: tuple[str, ...]  # third person, with what follows
    places: tuple[str, ...]  # with their preposition
    people: tuple[str, ...]  # plural
    says: tuple[str, ...]  # whole sentences of its own


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


VOCABULARIES: dict[str, Vocabulary] = {
    "mouse-rodent": Vocabulary(
        one=_split("mouse|house mouse|field mouse|harvest mouse|wood mouse|small rodent"),
        many=_split("mice|house mice|field mice|harvest mice|wood mice|voles|small rodents"),
        parts=_split("whiskers|tails|incisors|paws|ears|litters|pups|burrows|nests|coats"),
        traits=_split("nocturnal|timid|brown|furry|wild|hungry|fertile|agile|territorial|young"),
        does=_split(
            "gnaws seeds and grain|builds a nest of grass|raises six pups|hides from owls|squeaks "
            "at ultrasonic pitch|marks its territory with urine|stores acorns for winter|climbs "
            "wheat stalks|follows its whiskers along the wall|digs a burrow under roots"
        ),
        places=_split(
            "in the barn|under the hedge|in meadows|in the laboratory cage|among wheat stalks|"
            "below the floorboards|at the edge of the forest|in the compost heap"
        ),
        people=_split("zoologists|naturalists|breeders|farmers|geneticists|volunteers"),
        says=(
            "Mus musculus has lived beside people since the first granaries.",
            "A litter of pups opens its eyes after two weeks and is weaned after three.",
            "Owls, weasels and foxes are the predators that keep a rodent population in check.",
            "Gestation takes about twenty days, and a female may bear eight litters in a year.",
            "Incisors never stop growing, which is why a rodent has to gnaw.",
            "Whiskers tell the animal how wide a passage is before its body enters.",
            "Strains of laboratory mice helped to explain how genes shape immunity.",
        ),
    ),
    "mouse-device": Vocabulary(
        one=_split(
            "mouse|computer mouse|wireless mouse|gaming mouse|optical mouse|pointing device"
        ),
        many=_split("mice|wireless mice|gaming mice|optical mice|trackballs|pointing devices"),
        parts=_split("buttons|scroll wheels|sensors|cables|batteries|drivers|switches|receivers"),
        traits=_split(
            "ergonomic|wireless|optical|precise|silent|programmable|lightweight|vertical"
        ),
        does=_split(
            "tracks at 1600 dots per inch|pairs over Bluetooth|clicks without a sound|moves the "
            "cursor across two screens|charges through USB|remembers five profiles|polls the "
            "sensor a thousand times per second|scrolls long documents|fits the left hand"
        ),
        places=_split(
            "on the desk|on a glass table|beside the keyboard|in the office|on the mouse pad|"
            "at the workstation|in the driver settings|on a laptop"
        ),
        people=_split("designers|gamers|reviewers|engineers|office workers|testers"),
        says=(
            "Douglas Engelbart showed the first computer mouse in a wooden case with one button.",
            "An optical sensor photographs the desk and computes the movement of the cursor.",
            "Resolution is given in dots per inch, and more of it is not always better.",
            "Ergonomic shapes keep the wrist straight and the forearm at rest.",
            "The USB receiver of a wireless mouse is small enough to stay in the laptop.",
            "Drivers let every button start a macro or change the pointer speed.",
            "A good switch is rated for twenty million clicks.",
        ),
    ),
    "solar-energy": Vocabulary(
        one=_split("solar panel|photovoltaic module|solar cell|inverter|rooftop array|solar plant"),
        many=_split("solar panels|photovoltaic modules|solar cells|inverters|rooftop arrays"),
        parts=_split("cells|wafers|frames|mounts|cables|batteries|meters|coatings|mirrors"),
        traits=_split("photovoltaic|crystalline|efficient|renewable|sunny|rooftop|bifacial|cheap"),
        does=_split(
            "turns sunlight into electricity|feeds the grid at noon|charges the battery by day|"
            "loses half a percent a year|heats water for the house|lowers the power bill|follows "
            "the sun on one axis|delivers four hundred watts|works in diffuse light"
        ),
        places=_split(
            "on the roof|in the desert|above the car park|on a south-facing slope|beside the "
            "motorway|on the barn|in the solar park|over the canal"
        ),
        people=_split("installers|engineers|householders|physicists|grid operators|planners"),
        says=(
            "Sunlight frees electrons in silicon, and the current is what we call photovoltaics.",
            "An inverter makes alternating current out of the direct current of the modules.",
            "A kilowatt of rooftop modules yields about a thousand kilowatt hours a year.",
            "Batteries carry the noon surplus of solar energy into the evening.",
            "Perovskite layers on silicon have passed thirty percent efficiency.",
            "Shade on one cell can throttle a whole string unless bypass diodes are fitted.",
            "Concentrating plants heat salt with mirrors and make steam after sunset.",
        ),
    ),
    "tapirs": Vocabulary(
        one=_split("tapir|Malayan tapir|mountain tapir|Baird's tapir|lowland tapir|calf"),
        many=_split("tapirs|Malayan tapirs|mountain tapirs|lowland tapirs|calves"),
        parts=_split("snouts|trunks|hooves|ears|stripes|footprints|trails|dung piles"),
        traits=_split("shy|solitary|striped|heavy|herbivorous|endangered|semi-aquatic|ancient"),
        does=_split(
            "browses leaves with its trunk|swims across the river|spreads the seeds of palms|"
            "rests in mud at noon|whistles to its calf|walks the same trail each night|hides "
            "from jaguars|dives to escape insects|visits the salt lick"
        ),
        places=_split(
            "in the rainforest|along the river|at the salt lick|in the cloud forest|in the "
            "Pantanal|on Sumatra|near the camera trap|in the swamp"
        ),
        people=_split("rangers|biologists|trackers|conservationists|keepers|veterinarians"),
        says=(
            "Tapirs are related to horses and rhinoceroses, not to pigs.",
            "A calf wears white stripes and spots for its first six months.",
            "The short trunk is a nose and an upper lip grown together.",
            "Because it carries seeds far, the tapir is called the gardener of the forest.",
            "Four toes in front and three behind leave an unmistakable footprint.",
            "Roads, snares and lost forest are what endangers the mountain tapir.",
            "A pregnancy lasts thirteen months and brings a single calf.",
        ),
    ),
    "bicycles": Vocabulary(
        one=_split("bicycle|touring bike|road bike|folding bike|cargo bike|mountain bike"),
        many=_split("bicycles|touring bikes|road bikes|folding bikes|cargo bikes|cyclists"),
        parts=_split("pedals|spokes|chains|brakes|gears|saddles|handlebars|tyres|wheels"),
        traits=_split("steel|folding|fast|sturdy|geared|vintage|lightweight|electric"),
        does=_split(
            "carries two children to school|climbs the pass in the lowest gear|rolls on wide "
            "tyres|needs oil on its chain|stops with disc brakes|fits below the seat of a train|"
            "turns a commute into exercise|keeps its lane in traffic"
        ),
        places=_split(
            "on the cycle path|in the workshop|over the mountain pass|in the city|at the "
            "velodrome|on gravel roads|beside the canal|in the bike shed"
        ),
        people=_split("cyclists|mechanics|commuters|couriers|frame builders|racers"),
        says=(
            "The safety bicycle of 1885 had two wheels of one size and a chain to the rear one.",
            "Spokes carry the rider by tension, not by standing on them.",
            "A derailleur moves the chain from one sprocket to the next.",
            "Tyres at lower pressure are often faster on rough ground.",
            "A saddle at the right height leaves the knee slightly bent.",
            "Disc brakes stop well in rain, rim brakes weigh less.",
            "Cities that build cycle paths count more cyclists within a year.",
        ),
    ),
    "news": Vocabulary(
        one=_split("council|minister|committee|budget|reporter|election|museum"),
        many=_split("voters|ministers|councillors|residents|reporters|taxes|museums"),
        parts=_split("votes|reports|speeches|meetings|figures|plans|contracts"),
        traits=_split("local|public|annual|political|disputed|cautious|late|regional"),
        does=_split(
            "debates the budget until midnight|opens a new library|answers questions from the "
            "press|postpones the decision|publishes the minutes|raises parking fees|thanks the "
            "fire brigade|closes the old bridge"
        ),
        places=_split("in the town hall|in the capital|at the border|on Monday|in parliament"),
        people=_split("journalists|officials|citizens|lawyers|historians"),
        says=(
            "The vote was closer than anybody in the hall had expected.",
            "A spokeswoman said that the figures would be published in spring.",
            "Rain is expected from the west, with fog in the valleys.",
            "The bridge will stay closed to lorries until the repair is paid for.",
        ),
    ),
    "cooking": Vocabulary(
        one=_split("soup|stew|dough|sauce|salad|loaf|omelette"),
        many=_split("onions|carrots|lentils|dumplings|herbs|tomatoes|loaves"),
        parts=_split("spoons|slices|leaves|cloves|crusts|portions"),
        traits=_split("fresh|salted|crisp|slow|roasted|sour|sweet|warm"),
        does=_split(
            "simmers for an hour|needs a pinch of salt|rises overnight|tastes of thyme|thickens "
            "with flour|cools on a rack|feeds four people|goes well with bread"
        ),
        places=_split("in the oven|in a heavy pot|on the stove|at the market|in the pantry"),
        people=_split("cooks|bakers|guests|grandmothers|gardeners"),
        says=(
            "Brown the onions slowly; patience is the spice of this dish.",
            "Fold the dough three times and let it rest under a cloth.",
            "Season at the end, because the stock brings salt of its own.",
            "Serve with bread and a green salad.",
        ),
    ),
    "campus": Vocabulary(
        one=_split("lecture|seminar|faculty|library|degree|exam|course"),
        many=_split("students|lecturers|credits|courses|deadlines|professors|theses"),
        parts=_split("chapters|modules|notes|forms|slides|rooms"),
        traits=_split("academic|optional|written|introductory|weekly|joint|oral"),
        does=_split(
            "begins in October|is worth six credits|requires a term paper|meets in the old "
            "building|ends with an oral exam|invites guests from abroad|publishes its timetable"
        ),
        places=_split("in the lecture hall|on campus|in the reading room|at the institute"),
        people=_split("students|tutors|librarians|deans|doctoral candidates"),
        says=(
            "Enrolment closes two weeks before the first lecture.",
            "Reading lists are kept in the library and renewed each term.",
            "Exams may be repeated once, after a talk with the tutor.",
            "The refectory is open at noon.",
        ),
    ),
    "offices": Vocabulary(
        one=_split("employer|contract|position|team|applicant|salary|interview"),
        many=_split("applicants|colleagues|references|contracts|tasks|skills"),
        parts=_split("duties|benefits|hours|letters|certificates"),
        traits=_split("permanent|part-time|experienced|reliable|friendly|senior|remote"),
        does=_split(
            "offers thirty days of leave|starts in spring|reports to the head of department|"
            "expects a driving licence|pays according to the scale|welcomes career changers"
        ),
        places=_split("in the head office|at the plant|from home|in the northern branch"),
        people=_split("accountants|clerks|managers|recruiters|apprentices"),
        says=(
            "Please send your application with a letter and two references.",
            "The probation period is six months.",
            "We answer every letter within a fortnight.",
            "Interviews take place by video or in our office.",
        ),
    ),
    "evenings": Vocabulary(
        one=_split("concert|reading|workshop|exhibition|market|guided tour"),
        many=_split("tickets|visitors|musicians|seats|doors|performers"),
        parts=_split("songs|rows|posters|programmes|stalls"),
        traits=_split("open-air|free|evening|crowded|annual|acoustic|festive"),
        does=_split(
            "starts at eight|takes place in any weather|is sold out|lasts two hours|welcomes "
            "children|ends with applause|needs no booking"
        ),
        places=_split("in the old brewery|on the square|in the chapel|by the lake|at the club"),
        people=_split("musicians|visitors|neighbours|organisers|poets"),
        says=(
            "Doors open half an hour before the start.",
            "Tickets are sold at the box office and nowhere else.",
            "The last bus leaves at eleven.",
            "Please leave dogs and umbrellas at the cloakroom.",
        ),
    ),
}

TOPICS = ("mouse-rodent", "mouse-device", "solar-energy", "tapirs", "bicycles")

TEMPLATES = _split(
    "The {trait} {one} {does} {place}.|Most {many} are {trait}, and {people} see them {place}.|"
    "{People} counted {number} {many} {place} in {year}.|A {one} with {trait} {parts} {does}.|"
    "Without its {parts}, a {one} would be lost {place}.|{Many} and their {parts} are described "
    "in chapter {small}.|When it is cold, the {one} {does}, say {people}.|{People} compare the "
    "{parts} of {number} {many} every {small} months.|It is the {trait} {one} that {does}.|No two "
    "{many} have the same {parts}, as {people} found {place}.|In {year} a {trait} {one} was shown "
    "to {people} {place}.|Each {one} {does}; its {parts} stay {trait}.|Why are {many} so {trait}? "
    "{People} point to the {parts}.|A note on {parts}: {people} check them {small} times a year."
)
