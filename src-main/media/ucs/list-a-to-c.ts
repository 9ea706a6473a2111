// The Universal Category System 8.2.1, AIR to CROWDS: ids and names as published (universalcategorysystem.com, free for use), and words to guess by.
// The form of the lines is told in list.ts.

export const A_TO_C = `
#AIR|AIR|air compressed airhose
Brst|BURST|burst blast release pop *airgun *air+release *pressure+release
Hiss|HISS|leak slow *hiss *hissing *air+leak
Misc|MISC|
Suck|SUCTION|suck suction *suction *vacuum+seal
#AIRCRAFT|AERO|aircraft airplane aeroplane plane aviation airliner
Door|DOOR|door hatch
Heli|HELICOPTER|*helicopter *chopper *copter *gyrocopter *rotorcraft
Int|INTERIOR|interior inside cabin cockpit aboard passenger
Jet|JET|jet takeoff landing *jet *jetliner *airbus *boeing *learjet
Mech|MECHANISM|gear flap mechanism lever *landing+gear *aileron
Mil|MILITARY|military fighter bomber *fighter+jet *bomber *warplane *stealth+bomber
Misc|MISC|balloon glider *airship *blimp *zeppelin *glider *hot+air+balloon *parachute
Prop|PROP|prop propeller *propeller *biplane *turboprop *seaplane
Radio|RADIO CONTROLLED|model toy *drone+fly *quadcopter *uav *camera+drone *radio+controlled+plane
Rckt|ROCKET|rocket *rocket *missile *jetpack *blastoff *rocket+launch
#ALARMS|ALRM|alarm
Bell|BELL|bell *alarm+bell *school+bell *fire+bell *crossing+bell
Buzr|BUZZER|buzzer *buzzer *door+buzzer
Clok|CLOCK|clock *alarm+clock
Elec|ELECTRONIC|smoke electronic digital burglar detector *smoke+detector *smoke+alarm *burglar+alarm
Misc|MISC|
Sirn|SIREN|siren klaxon *klaxon *siren *air+raid
#AMBIENCE|AMB|ambience ambiance ambient atmosphere atmos background soundscape
Air|AIR|air quiet calm
Alpn|ALPINE|alpine mountain *mountain+ambience *alpine
Amus|AMUSEMENT|amusement carnival *amusement+park *funfair *carnival *fairground *theme+park
Bird|BIRDSONG|birdsong birds *dawn+chorus *birds+singing
Cele|CELEBRATION|celebration party festival *party+ambience
Cnst|CONSTRUCTION|construction *construction+site *building+site
Dsrt|DESERT|desert *desert
Dsgn|DESIGNED|designed artificial abstract
Emrg|EMERGENCY|emergency accident *crime+scene *accident+scene
Fant|FANTASY|fantasy enchanted fairy *enchanted+forest *fantasy+ambience
Farm|FARM|farm barnyard *farm *farmyard *barnyard
Forst|FOREST|forest woods *forest *woodland *woods
Gras|GRASSLAND|grassland meadow prairie savanna field *meadow *prairie *savannah *savanna
Hist|HISTORICAL|historical medieval ancient *medieval+village *medieval+market
Tech|HITECH|server data lab *server+room *data+center *control+room
Hosp|HOSPITAL|hospital clinic *hospital *emergency+room *clinic
Ind|INDUSTRIAL|industrial factory warehouse *factory *warehouse *foundry
Insc|INSECT|insect cricket cicada *crickets+night *cicadas+night *insects+night
Lake|LAKESIDE|lake lakeside pond *lakeside *lake+shore
Mrkt|MARKET|market bazaar *market *bazaar *marketplace
Misc|MISC|
Naut|NAUTICAL|nautical harbor harbour ship *harbour *harbor *marina *shipyard
Offc|OFFICE|office *office *workplace *call+centre *call+center
Park|PARK|park playground *city+park *park
Prisn|PRISON|prison jail *prison *jail
Prtst|PROTEST|protest riot demonstration *protest *demonstration *riot
Publ|PUBLIC PLACE|mall lobby museum hotel store library *shopping+mall *supermarket *museum *lobby
Rlgn|RELIGIOUS|church temple mosque cathedral *church+service *temple *mosque *cathedral
Home|RESIDENTIAL|home house apartment residential *apartment
Rest|RESTAURANT & BAR|restaurant bar pub cafe *restaurant *cafe *pub *coffee+shop *diner *tavern *nightclub
Room|ROOM TONE|room roomtone tone *roomtone *room+tone
Rurl|RURAL|rural countryside valley *countryside *rural
Schl|SCHOOL|school classroom *classroom *school *university
Sci|SCIFI|scifi sci-fi spaceship futuristic *scifi+ambience *spaceship+ambience *alien+planet
Sea|SEASIDE|seaside beach coast *beach *seaside *coast
Sprt|SPORT|stadium sport arena *sports+event
Subn|SUBURBAN|suburban suburb neighbourhood neighborhood *suburb *suburban *neighborhood *neighbourhood
Swmp|SWAMP|swamp marsh *swamp *marsh *bayou *wetland
Town|TOWN|town village *small+town *village
Traf|TRAFFIC|traffic highway motorway *traffic *highway *motorway *freeway *rush+hour *city+traffic *street+traffic
Tran|TRANSPORTATION|station airport *train+station *airport *bus+station *subway+station
Trop|TROPICAL|tropical jungle rainforest *jungle *rainforest *tropical
Tndra|TUNDRA|tundra arctic *tundra *arctic *antarctic
Undr|UNDERGROUND|cave tunnel sewer underground cavern *cave *cavern *sewer *dungeon *catacomb *tunnel
Undwtr|UNDERWATER|underwater ocean sea *underwater+ambience *undersea *deep+sea
Urbn|URBAN|urban city street downtown *city *urban *downtown
War|WARFARE|war battle battlefield *battlefield *warfare *war+zone
#ANIMALS|ANML|animal creature
Amph|AMPHIBIAN|*frog *toad *bullfrog *croak *ribbit
Aqua|AQUATIC|*whale *dolphin *seal+bark *sea+lion *walrus *orca *fish *shark
Bat|BAT|*bat+squeak *bats+cave *echolocation *bat+chirp
Cat|CAT DOMESTIC|*cat *kitten *meow *purr *purring *kitty *tomcat
Wcat|CAT WILD|*lion *tiger *leopard *cougar *panther *jaguar *cheetah *lynx
Dog|DOG|*dog *bark *puppy *barking *hound *woof *poodle *terrier
Wdog|DOG WILD|*wolf *wolves *coyote *fox *hyena *jackal *dingo
Farm|FARM|*cow *sheep *goat *pig *cattle *lamb *moo *bleat *oink *bull *llama *piglet
Hors|HORSE|*horse *neigh *whinny *donkey *mule *pony *stallion *zebra
Insc|INSECT|*cricket *cicada *bee *wasp *mosquito *insect *beetle *hornet *grasshopper *fly+buzz *bumblebee *locust
Misc|MISC|
Prim|PRIMATE|*monkey *ape *gorilla *chimp *chimpanzee *baboon *orangutan
Rept|REPTILE|*snake *rattlesnake *lizard *crocodile *alligator *gecko *turtle *tortoise
Rdnt|RODENT|*rat *mouse+squeak *mice *squirrel *hamster *rodent *beaver *chipmunk
Wild|WILD|wild *bear *elephant *deer *moose *elk *kangaroo *rhino *hippo *boar *raccoon *badger *camel *giraffe
#ARCHIVED|ADR|
=ADR|ADR|
=ASSET|ASSET|
=BNCE|BOUNCE|
=IR|IMPULSE RESPONSE|*impulse+response
=LPGRP|LOOP GROUP|
=MIX|MIX|
=PFX|PFX|
=PROD|PRODUCTION|
=RAW|RAW|
=REF|REFERENCE|
=SCNE|SCENE|
=TEST|TEST TONE|*test+tone *sine+sweep *pink+noise *white+noise *calibration+tone
=TMARK|TRADEMARKED|
=WIP|WORK IN PROGRESS|
=WTF|WTF|
#BEEPS|BEEP|beep bleep
Appl|APPLIANCE|appliance microwave dishwasher oven *microwave+beep *oven+beep
=BEEP|GENERAL|*beep *bleep
Lofi|LOFI|lofi 8-bit retro *8-bit *chiptune
Med|MEDICAL|medical heart monitor *heart+monitor *ekg *flatline *hospital+monitor
Timer|TIMER|timer countdown bomb *countdown *timer+beep
Veh|VEHICLE|truck backup reverse *backup+beep *reversing+beep *truck+reverse
#BELLS|BELL|bell
Anml|ANIMAL|cow sheep goat sleigh collar *cowbell *sleigh+bell
Door|DOORBELL|doorbell door ding *doorbell *ding+dong
Gong|GONG|gong *gong
Hand|HANDBELL|hand dinner service desk *handbell *desk+bell *reception+bell *dinner+bell
Lrg|LARGE|church large tower big cathedral toll *church+bell *tower+bell *bell+tower *large+bell
Misc|MISC|bicycle
#BIRDS|BIRD|bird
Prey|BIRD OF PREY|*owl *hawk *eagle *falcon *vulture *raptor+bird *buzzard *hoot
Crow|CROW|*crow *raven *magpie *caw *rook *jackdaw
Fowl|FOWL|*chicken *rooster *hen *duck *goose *geese *turkey *swan *quail *cluck *quack *pheasant *cockerel
Misc|MISC|*cuckoo *woodpecker *hummingbird *ostrich
Sea|SEA|*seagull *gull *pelican *penguin *albatross *puffin *tern
Song|SONGBIRD|song sing chirp *songbird *birdsong *sparrow *robin *nightingale *blackbird *finch *canary *warbler *lark *pigeon *dove *chirp *tweet
Trop|TROPICAL|tropical jungle *parrot *toucan *cockatoo *macaw *peacock *kookaburra *parakeet
Wade|WADING|*heron *crane+bird *flamingo *stork *egret *ibis
#BOATS|BOAT|boat ship vessel
Air|AIR BOAT|*airboat *hovercraft
Wash|BOW WASH|bow wash wake *bow+wash
Door|DOOR|door hatch bulkhead
Elec|ELECTRIC|electric trolling
Fish|FISHING|fishing trawler *trawler *fishing+boat
Horn|HORN|horn *ship+horn *boat+horn *ferry+horn
Int|INTERIOR|interior inside cabin engine aboard
Mech|MECHANISM|anchor rigging winch mechanism *anchor+chain *rudder
Mil|MILITARY|military navy warship *warship *battleship *destroyer
Misc|MISC|*barge
Motr|MOTORBOAT|motor motorboat speedboat outboard *motorboat *speedboat *outboard
Race|RACING|racing *hydroplane *jet+ski
Row|ROWBOAT|row oar paddle *rowboat *canoe *kayak *oar *rowing
Sail|SAILBOAT|sail sailing *sailboat *sailing+ship *yacht *schooner
Ship|SHIP|ship cruise tanker cargo *cruise+ship *tanker *ferry *freighter *tugboat
Stm|STEAM|steam paddle *steamboat *steamship *paddle+steamer
Sub|SUBMARINE|submarine sonar *submarine *sonar *sonar+ping
Undwtr|UNDERWATER|underwater hydrophone
#BULLETS|BLLT|bullet
By|BY|by whiz pass *bullet+by *bullet+whiz
Impt|IMPACT|impact hit *bullet+impact *bullet+hit
Misc|MISC|
Rico|RICOCHET|ricochet *ricochet
Shel|SHELL|shell casing drop *bullet+casing *shell+casing *bullet+shell
#CARTOON|TOON|cartoon toon comic cartoony
Anml|ANIMAL|animal
Boing|BOING|boing spring bounce *boing
Clang|CLANG|clang anvil
Creak|CREAK|creak
Horn|HORN|horn honk *clown+horn
Impt|IMPACT|hit punch bonk impact *bonk *boink
Mach|MACHINE|machine contraption
Misc|MISC|
Mx|MUSICAL|music musical
Pluk|PLUCK|pluck
Pop|POP|pop
Shake|SHAKE|shake rattle
Splt|SPLAT|splat
Sqk|SQUEAK|squeak
Strch|STRETCH|stretch
Swsh|SWISH|swish whoosh swoosh
Twang|TWANG|twang
Veh|VEHICLE|car vehicle
Vox|VOCAL|voice vocal
Warb|WARBLE|warble wobble
Whis|WHISTLE|whistle *slide+whistle
Zip|ZIP|zip zoom run *zip+by
#CERAMICS|CERM|ceramic porcelain china pottery plate crockery tile terracotta mug earthenware teacup vase
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~
Fric|FRICTION|~
Hndl|HANDLE|~
Impt|IMPACT|~ clink
Misc|MISC|
Mvmt|MOVEMENT|~
Tonl|TONAL|~
#CHAINS|CHAIN|chain shackle manacle
Brk|BREAK|~
Hndl|HANDLE|~
Impt|IMPACT|~
Misc|MISC|
Mvmt|MOVEMENT|~ pull
#CHEMICALS|CHEM|chemical
Acid|ACID|acid *acid
Misc|MISC|
Reac|REACTION|reaction *chemical+reaction *bunsen
#CLOCKS|CLOCK|clock watch grandfather
Chim|CHIME|chime strike toll *clock+chime *grandfather+clock *clock+strike
Mech|MECHANICS|wind mechanism gear cuckoo *clockwork *cuckoo+clock *clock+gears
Misc|MISC|
Tick|TICK|tick ticking *ticking *tick+tock *stopwatch *clock+tick
#CLOTH|CLOTH|cloth fabric clothes clothing garment jacket coat shirt curtain towel blanket cotton silk canvas denim
Flp|FLAP|flap flutter flag sail *flag *flag+flap *cape
Hndl|HANDLE|~
Impt|IMPACT|~
Misc|MISC|
Mvmt|MOVEMENT|~ rustle move movement swish fold ruffle *cloth+rustle *rustle+jacket
Rip|RIP|rip tear *velcro *cloth+rip *fabric+tear
#COMMUNICATIONS|COM|communication
Av|AUDIO VISUAL|*projector *tape+recorder *cassette *vcr *camcorder
Cam|CAMERA|camera shutter *camera *shutter *polaroid
Cell|CELLPHONE|*cellphone *smartphone *mobile+phone *cell+phone *phone+vibrate
Mic|MICROPHONE|*microphone *megaphone *mic+feedback *mic+tap
Misc|MISC|*fax
Phono|PHONOGRAPH|*turntable *gramophone *phonograph *vinyl *record+player *needle+record *jukebox
Radio|RADIO|radio *radio *shortwave *radio+tuning
Static|STATIC|static *static *radio+static *tv+static
Telm|TELEMETRY|*modem *morse *telegraph *dial-up *teletype
Telph|TELEPHONE|*telephone *phone *rotary+phone *dial+tone *payphone *ringtone
Tv|TELEVISION|*television *tv *telly
Tran|TRANSCEIVER|*walkie+talkie *transceiver *ham+radio *cb+radio *intercom
Type|TYPEWRITER|*typewriter
#COMPUTERS|CMPT|computer laptop pc
Driv|HARD DRIVE|drive disk *hard+drive *floppy *hard+disk
Key|KEYBOARD & MOUSE|keyboard mouse typing *keyboard *typing *mouse+click *keystroke
Misc|MISC|
#CREATURES|CREA|creature monster mythical
Aqua|AQUATIC|sea aquatic *kraken *leviathan *sea+monster
Avian|AVIAN|bird avian *griffin *harpy *phoenix
Beast|BEAST|beast *beast *minotaur *mammoth
Blob|BLOB|blob slime *slime+monster *slime+creature
Dino|DINOSAUR|*dinosaur *velociraptor *tyrannosaurus *t-rex *pterodactyl *triceratops
Drgn|DRAGON|*dragon *wyvern
Elem|ELEMENTAL|elemental golem *golem *elemental
Ethr|ETHEREAL|*ghost *spirit *wraith *banshee *phantom *poltergeist *specter
Hmn|HUMANOID|*zombie *vampire *orc *goblin *troll *ogre *werewolf *ghoul *undead *mummy
Insc|INSECTOID|insect spider giant *giant+spider *insectoid
Misc|MISC|
Mnstr|MONSTER|*monster *godzilla *demon
Rept|REPTILIAN|reptile lizard *giant+snake *basilisk
Small|SMALL|small tiny *fairy *gnome *gremlin *pixie *imp *leprechaun
Srce|SOURCE|source
#CROWDS|CRWD|crowd audience
Angr|ANGRY|angry riot mob *angry+crowd *angry+mob
Apls|APPLAUSE|applause clap *applause *clapping *ovation *handclap
Batl|BATTLE|battle war army *battle+cry *army+charge
Cele|CELEBRATION|celebration celebrate party
Cheer|CHEERING|cheer cheering *cheering *crowd+cheer *hooray
Chld|CHILDREN|children kids child *children *kids *playground
Conv|CONVERSATION|conversation talk chat *conversation *chatter
Laff|LAUGHTER|laugh laughter *laugh+track *crowd+laugh *audience+laugh
Loop|LOOP GROUP|loop
Misc|MISC|
Panic|PANIC|panic scream flee *panic *crowd+scream
Quiet|QUIET|quiet murmur whisper *murmur
Reac|REACTION|gasp boo ooh reaction *booing *crowd+gasp
Sing|SINGING|sing singing chant *crowd+sing *chant
Sprt|SPORT|sport stadium football goal soccer *stadium *football+crowd
Walla|WALLA|walla *walla *babble
`
