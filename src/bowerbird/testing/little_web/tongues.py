"""Sentences in other languages, about solar energy, tapirs and bicycles."""

SENTENCES: dict[str, dict[str, tuple[str, ...]]] = {
    "de": {
        "solar-energy": (
            "Solarzellen verwandeln Sonnenlicht unmittelbar in elektrischen Strom.",
            "Auf vielen Dächern liefern Module heute günstige und saubere Energie.",
            "Der Wechselrichter speist den Überschuss am Mittag in das öffentliche Netz ein.",
            "Ein Speicher im Keller bewahrt die Wärme des Tages für den Abend auf.",
            "Die Förderung läuft zwanzig Jahre und wird jährlich überprüft.",
            "Größere Anlagen stehen auf Wiesen, unter denen Schafe grasen.",
        ),
        "bicycles": (
            "Das Fahrrad ist in der Stadt für kurze Wege das schnellste Verkehrsmittel.",
            "Eine gut geölte Kette läuft leise und hält länger als eine trockene.",
            "Breite Reifen mit wenig Druck rollen auf Kopfsteinpflaster überraschend leicht.",
            "Wer täglich fährt, prüft Bremsen, Licht und Speichen einmal im Monat.",
            "Der Sattel soll so hoch stehen, dass das Knie leicht gebeugt bleibt.",
        ),
    },
    "fr": {
        "solar-energy": (
            "Les panneaux solaires transforment la lumière du soleil en électricité.",
            "L'énergie solaire est devenue moins chère que le charbon dans de nombreux pays.",
            "À midi, l'onduleur envoie le surplus vers le réseau électrique.",
            "Une batterie garde pour la soirée l'énergie récoltée pendant la journée.",
            "Les élèves ont mesuré la température des cellules pendant tout l'été.",
        ),
        "bicycles": (
            "Le vélo est le moyen le plus agréable de traverser la ville au printemps.",
            "La chaîne doit être nettoyée puis huilée après chaque sortie sous la pluie.",
            "Un bon éclairage protège le cycliste pendant les soirées d'hiver.",
            "Les pistes cyclables relient désormais la gare, l'école et le marché.",
        ),
    },
    "es": {
        "tapirs": (
            "El tapir vive cerca del agua y nada muy bien en los ríos de la selva.",
            "Las crías nacen con rayas blancas que desaparecen a los seis meses.",
            "Por dispersar semillas, el tapir es llamado el jardinero del bosque.",
            "Los guardabosques siguen sus huellas de cuatro dedos durante la mañana.",
            "La montaña y el páramo son el hogar del tapir andino, hoy en peligro.",
        ),
        "bicycles": (
            "La bicicleta es barata, silenciosa y cómoda para los trayectos cortos.",
            "Después de la lluvia hay que limpiar la cadena y revisar los frenos.",
            "Los niños aprenden a pedalear en la plaza los domingos por la mañana.",
            "El año pasado se construyeron nuevos carriles junto al río.",
        ),
    },
    "ja": {
        "solar-energy": (
            "太陽電池は太陽の光を直接電気に変える装置です。",
            "屋根の上のパネルは昼間に家庭の電力をまかないます。",
            "余った電気は蓄電池にためて、夜に使うことができます。",
            "曇りの日でも発電は続きますが、出力は小さくなります。",
            "日本では多くの学校が太陽光発電を取り入れています。",
        ),
    },
    "ar": {
        "solar-energy": (
            "تحول الخلايا الشمسية ضوء الشمس إلى كهرباء مباشرة.",
            "أصبحت الطاقة الشمسية أرخص مصدر للكهرباء في الصحراء.",
            "تخزن البطاريات فائض النهار لاستعماله في المساء.",
            "يركب الناس الألواح على سطوح البيوت والمدارس.",
        ),
    },
    "ru": {
        "tapirs": (
            "Тапиры живут во влажных лесах и хорошо плавают.",
            "Детёныш тапира рождается полосатым и быстро растёт.",
            "Хобот тапира служит ему для того, чтобы срывать листья.",
            "Учёные следят за животными с помощью фотоловушек.",
            "Горный тапир занесён в Красную книгу как редкий вид.",
        ),
    },
}
