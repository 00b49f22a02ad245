"""Words that say little about what a text is about, by language; for `analysis.stop_words`."""

_ENGLISH = """
a an the this that these those each every either neither some any all both such same other another
no none nor not only own few many much more most less least several such
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself
she her hers herself it its itself they them their theirs themselves one ones oneself
who whom whose which what where when why how whether whoever whatever whichever wherever whenever
anybody anyone anything everybody everyone everything nobody nothing somebody someone something
and or but if then else than as because since though although while until unless so yet
of in on at by for from to into onto with without within about above below over under between among
amongst against across along around behind beside besides beyond during through throughout toward
towards upon off out up down via per before after near like except despite including regarding
concerning according thereby therein thereof thereto whereas whereby wherein
am is are was were be been being have has had having do does did doing done
can could may might must shall should will would cannot ought let
here there now again also too very just even ever never always often still already almost rather
quite perhaps however therefore thus hence otherwise else moreover further furthermore instead
b c d e f g h j k l m n o p q r s t u v w x y z eg ie etc
re ve ll don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn mustn
"""

STOP_LISTS: dict[str, tuple[str, ...]] = {
    "english": tuple(dict.fromkeys(_ENGLISH.split())),
}
