// The Universal Category System 8.2.1, PAPER to WOOD: ids and names as published (universalcategorysystem.com, free for use), and words to guess by.
// The form of the lines is told in list.ts.

export const P_TO_Z = `
#PAPER|PAPR|paper cardboard newspaper parchment envelope
Fltr|FLUTTER|flutter flap flip *confetti
Fric|FRICTION|~
Hndl|HANDLE|~ crumple crinkle fold turn page rustle *paper+crumple *page+turn
Impt|IMPACT|~
Misc|MISC|
Rip|RIP|rip tear *paper+rip *paper+tear *cardboard+rip
Tonl|TONAL|~
#PLASTIC|PLAS|plastic vinyl pvc polystyrene acrylic
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~
Fric|FRICTION|~
Hndl|HANDLE|~
Impt|IMPACT|~
Misc|MISC|
Mvmt|MOVEMENT|~ rustle
Tonl|TONAL|~
#RAIN|RAIN|rain rainfall drizzle downpour raining
Clth|CLOTH|tent umbrella canvas tarp awning cloth
Conc|CONCRETE|concrete street pavement asphalt sidewalk road brick
=RAIN|GENERAL|heavy light general shower
Glas|GLASS|glass window windshield skylight greenhouse pane
Int|INTERIOR|interior inside indoors attic
Metl|METAL|metal tin roof iron gutter car corrugated
Plas|PLASTIC|plastic vinyl
Vege|VEGETATION|leaves leaf forest jungle foliage grass tree trees plants vegetation
Watr|WATER|puddle lake pond water river
Wood|WOOD|wood wooden deck shed barn
#ROBOTS|ROBT|robot android droid cyborg robotic mech
Misc|MISC|
Mvmt|MOVEMENT|movement move walk servo arm step
Vox|VOCAL|voice vocal speak talk chirp beep *robot+voice
#ROCKS|ROCK|rock stone gravel pebble boulder brick concrete granite marble rubble cobblestone slate
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~ *rubble *rockfall
Fric|FRICTION|~ *stone+grind
Hndl|HANDLE|~
Impt|IMPACT|~ fall
Misc|MISC|
Mvmt|MOVEMENT|~ tumble
Tonl|TONAL|~
#ROPE|ROPE|rope cord twine
Creak|CREAK|creak stretch strain *rope+creak
Hndl|HANDLE|~ tie knot pull
Impt|IMPACT|~ snap
Misc|MISC|
Mvmt|MOVEMENT|~ swing *zipline
#RUBBER|RUBR|rubber latex elastic balloon
Crsh|CRASH & DEBRIS|~
Fric|FRICTION|~ stretch
Hndl|HANDLE|~ squeeze
Impt|IMPACT|~ bounce *rubber+ball *balloon+pop
Misc|MISC|*balloon
Mvmt|MOVEMENT|~ flap
Tonl|TONAL|~
#SCIFI|SCI|scifi sci-fi futuristic alien space
Alrm|ALARM|alarm
Cmpt|COMPUTER|computer interface console
Door|DOOR|door airlock *airlock *spaceship+door
Enrg|ENERGY|energy power shield field vortex *forcefield *force+field *energy+shield *hologram *portal
Impt|IMPACT|impact hit
Mach|MACHINE|machine teleporter *teleport *teleporter *time+machine *replicator
Mech|MECHANISM|mechanism gadget device
Misc|MISC|
Retro|RETRO|retro cheesy
Ship|SPACESHIP|spaceship engine flyby *spaceship *starship *spacecraft *ufo *warp+drive *mothership
Veh|VEHICLE|vehicle hover bike *hoverboard *hoverbike *hovercar
Weap|WEAPON|weapon *lightsaber *plasma+gun *plasma+rifle
#SNOW|SNOW|snow snowball slush
Crsh|CRASH & DEBRIS|~
Fric|FRICTION|~ *sled
Hndl|HANDLE|~
Impt|IMPACT|~ *snowball
Misc|MISC|
Mvmt|MOVEMENT|~ shovel plow
#SPORTS|SPRT|sport sports
Court|COURT|*basketball *tennis *volleyball *badminton *squash+racket *racket *dribble
Field|FIELD|*football *soccer *baseball *rugby *cricket+bat *golf+swing *frisbee
Gym|GYM|*boxing *gymnastics *weightlifting *wrestling *punching+bag
Indor|INDOOR|*bowling *billiards *pool+balls *ping+pong *darts *snooker
Misc|MISC|*golf
Skate|SKATE|*skateboard *roller+skate *skateboarding *scooter+trick
Trck|TRACK & FIELD|*javelin *hurdles *pole+vault
Watr|WATER|*swimming *diving+board *surfing *water+skiing
Wntr|WINTER|*skiing *ice+skate *ice+skating *snowboard *hockey *bobsled
#SWOOSHES|SWSH|swoosh swish whoosh
=SWSH|SWISH|swish sword arm small fast *swish
=WHSH|WHOOSH|whoosh big large heavy *whoosh *swoosh *woosh
#TOOLS|TOOL|tool
Grdn|GARDEN|*shovel *rake *hoe *spade *garden+shears *trowel *pruning
Hand|HAND|*hammer *saw *screwdriver *wrench *pliers *chisel *handsaw *hacksaw *sandpaper *scissors *spanner *mallet
Misc|MISC|
Pneu|PNEUMATIC|*jackhammer *nail+gun *pneumatic+drill *rivet *impact+wrench
Powr|POWER|power electric *drill *power+drill *circular+saw *sander *grinder *angle+grinder *jigsaw *power+tool *table+saw
#TOYS|TOY|toy
Elec|ELECTRONIC|electronic electric remote *rc+car *slot+car
Mech|MECHANICAL|wind-up mechanical *wind-up+toy *yo-yo
Misc|MISC|*rubber+duck *squeaky+toy *lego *puzzle
#TRAINS|TRN|train locomotive railway railroad
Brake|BRAKE|brake screech squeal *train+brake
Clak|CLACK|clack rattle *clickety
Door|DOOR|door *train+door
Diesl|DIESEL|diesel freight *freight+train *diesel+train
Elec|ELECTRIC|electric commuter *commuter+train
Hspd|HIGH SPEED|high-speed bullet maglev *bullet+train *maglev *monorail
Horn|HORN|horn *train+horn
Int|INTERIOR|interior inside cabin carriage *train+interior
Mech|MECHANISM|coupling couple mechanism
Misc|MISC|pass
Steam|STEAM|steam *steam+train *steam+locomotive
Sbwy|SUBWAY|subway metro underground *subway *metro
Tram|TRAM|tram *tram *streetcar *cable+car *trolleybus
#USER INTERFACE|UI|ui interface menu gui app
Alert|ALERT|alert notification chime warning success message *notification *ui+alert *alert *message+tone *error+message
Beep|BEEP|beep *ui+beep *interface+beep *confirmation+beep
Click|CLICK|click button tap select press *button+click *ui+click *interface+click *menu+select *menu+click *tap+screen
Data|DATA|data scan process *data+processing *download *scanning
Glitch|GLITCH|glitch error *glitch
Misc|MISC|
Mvmt|MOTION|swipe scroll slide open close *swipe *scroll *ui+swipe *menu+open
#VEGETATION|VEGE|vegetation plant foliage bush
Gras|GRASS|grass hay *grass *hay *grass+rustle
Leaf|LEAVES|leaf leaves *leaves *dry+leaves *leaf+rustle
Misc|MISC|
Tree|TREE|tree branch twig *branch *twig *tree+fall *branch+snap
#VEHICLES|VEH|vehicle car automobile truck
Alrm|ALARM|alarm *car+alarm
Antq|ANTIQUE|antique vintage *vintage+car *model+t
Atv|ATV|*atv *quad+bike *dune+buggy
Bike|BICYCLE|*bicycle *bike *cycling *bike+bell *bike+wheel *tricycle
Brake|BRAKE|brake *car+brake *brake+squeal
Bus|BUS|*bus *coach+bus
Car|CAR|engine drive start idle rev accelerate sedan *taxi *sedan *car+engine *car+start
Cnst|CONSTRUCTION|construction *bulldozer *excavator *digger *forklift *backhoe *crane+vehicle
Door|DOOR|door *car+door *truck+door *van+door *car+trunk
Elec|ELECTRIC|electric *electric+car *golf+cart *electric+scooter *segway *tesla+car
Emrg|EMERGENCY|emergency fire *ambulance *police+car *fire+truck *fire+engine
Farm|FARM|*tractor *combine+harvester *harvester
Frght|FREIGHT|semi freight lorry *semi+truck *lorry *big+rig
By|GENERIC BY|pass passing passes drive-by by *car+pass *car+passing *car+passes *vehicle+pass *drive-by
Horn|HORN|horn honk *car+horn *honk *truck+horn
Int|INTERIOR|interior inside *car+interior
Jalop|JALOPY|jalopy backfire *backfire *jalopy *sputtering+engine
Mech|MECHANISM|seatbelt indicator wiper handbrake gear *seatbelt *windshield+wiper *wipers *handbrake *turn+signal *gear+shift *glovebox *ignition+key
Mil|MILITARY|military tank army *tank *humvee *armored+vehicle
Misc|MISC|*snowmobile *limousine
Moto|MOTORCYCLE|*motorcycle *motorbike *scooter *moped *vespa *motocross *dirt+bike *harley
Race|RACING|race racing *race+car *racecar *formula *nascar *drag+race
Sirn|SIREN|siren *police+siren *ambulance+siren *fire+siren *fire+truck+siren *car+siren
Skid|SKID|skid screech drift *skid *tire+screech *tyre+screech *burnout *peel+out
Susp|SUSPENSION|suspension *suspension *pothole
Tire|TIRE|tire tyre wheel *tire *tyre
Truck|TRUCK VAN & SUV|truck van pickup suv *truck *van *suv *minivan *pickup+truck
Util|UTILITY|utility
Wagn|WAGON|wagon carriage *wagon *stagecoach *horse+carriage *horse+cart *chariot
Wndw|WINDOW|window *car+window
#VOICES|VOX|voice vocal speech speaking
Alien|ALIEN|alien *alien+voice
Baby|BABY|baby infant *baby *infant *newborn *toddler
Cheer|CHEER|cheer *man+cheer *woman+cheer
Chld|CHILD|child kid boy girl *child
Cry|CRYING|cry crying sob *crying *sob *weep *whimper
Efrt|EFFORTS|effort grunt *grunt *effort
Fem|FEMALE|female woman girl *female+voice *woman+voice *woman+speaking *woman+talk
Futz|FUTZED|announcement radio megaphone *announcement *public+address *tannoy
Hist|HISTORICAL|historical
Laff|LAUGH|laugh laughter giggle *laugh *giggle *chuckle *cackle
Male|MALE|male man boy *male+voice *man+voice *man+speaking *man+talk
Misc|MISC|
Reac|REACTION|reaction ah oh hmm
Scrm|SCREAM|scream shout yell *scream *shout *yell *shriek
Sing|SINGING|sing singing hum *singing *humming+voice
Whsp|WHISPER|whisper *whisper *mumble
#WATER|WATR|water
Bubl|BUBBLES|bubble boil *bubble *bubbling *boiling+water *gurgle
Dran|DRAIN|drain gurgle sink *drain *draining
Drip|DRIP|drip drop *drip *dripping *water+drop *droplet
Fizz|FIZZ|fizz soda *fizz *soda *carbonated
Flow|FLOW|flow river stream creek brook *river *stream *creek *brook
Foun|FOUNTAIN|fountain *fountain
Impt|IMPACT|impact slam hit crash *bellyflop
Lap|LAP|lap lapping dock *lapping
Misc|MISC|
Mvmt|MOVEMENT|movement move slosh wade stir *wading *water+slosh
Plmb|PLUMBING|toilet flush faucet tap shower plumbing sink *toilet *flush *faucet *shower *bathtub *tap+running *plumbing *kitchen+sink
Pour|POUR|pour fill *pour+water *water+pour *filling+glass
Splsh|SPLASH|splash plunge dive *splash *dive+pool *plunge
Spray|SPRAY|spray hose sprinkler mist *spray *hose *sprinkler *squirt
Stm|STEAM|steam *steam *steam+hiss *sauna
Surf|SURF|surf ocean sea *surf *ocean *sea+roar
Turb|TURBULENT|turbulent rapids whirlpool *rapids *whirlpool *white+water
Undwtr|UNDERWATER|underwater submerged *underwater *submerged *scuba
Fall|WATERFALL|waterfall cascade *waterfall *cascade
Wave|WAVE|wave ocean sea shore *ocean+wave *sea+wave *wave+shore *waves *wave+crash *waves+beach
#WEAPONS|WEAP|weapon
Armr|ARMOR|*armor *armour *shield *chainmail
Arro|ARROW|*arrow *dart+impact
Axe|AXE|*axe *hatchet
Blnt|BLUNT|*mace *club+hit *baton *nunchuck *warhammer *flail
Bow|BOW|*bow+arrow *bow+release *crossbow *longbow *bow+draw *bowstring
Knif|KNIFE|*knife *dagger *machete *switchblade *cleaver
Misc|MISC|*slingshot *boomerang
Pole|POLEARM|*spear *halberd *harpoon *lance
Siege|SIEGE|*catapult *trebuchet *battering+ram *ballista
Swrd|SWORD|*sword *katana *rapier *blade *saber *sabre *swords
Whip|WHIP|*whip *whip+crack *bullwhip
#WEATHER|WTHR|weather
=HAIL|HAIL|*hail *hailstone *hailstorm
=WTHR|MISC|
=STORM|STORM|*storm *thunderstorm *blizzard *rain+thunder *wind+rain *tempest *sandstorm *rainstorm *snowstorm
=THUN|THUNDER|*thunder *lightning *thunderclap
#WHISTLES|WHST|whistle whistling
Hmn|HUMAN|human man woman wolf finger *whistling+person *wolf+whistle
Mech|MECHANICAL|referee train steam kettle police tea dog *referee+whistle *police+whistle *train+whistle *kettle+whistle *steam+whistle
Misc|MISC|
#WIND|WIND|wind breeze windy
Dsgn|DESIGNED|designed synthetic artificial
=WIND|GENERAL|*breeze light steady
Gust|GUST|gust *gust *gusty *gusts
Int|INTERIOR|interior inside indoors chimney house draft *wind+chimney
Tonl|TONAL|tonal howl whistle moan *howling+wind *wind+howl *wind+whistle
Turb|TURBULENT|turbulent violent strong gale storm *gale *strong+wind
Vege|VEGETATION|trees tree leaves leaf grass forest foliage reeds
#WINDOWS|WNDW|window
Cover|COVERING|curtain blinds shutter *curtain *window+blinds *shutters *venetian+blinds
Hdwr|HARDWARE|latch crank lock *window+latch *window+lock
Knck|KNOCK|knock tap *window+knock *window+tap
Metl|METAL|metal open close slide
Misc|MISC|open close slide
Plas|PLASTIC|plastic vinyl
Wood|WOOD|wood wooden sash *sash+window
#WINGS|WING|wing
Bird|BIRD|bird flap flutter pigeon *wing+flap *bird+wings *pigeon+takeoff *flapping+wings
Crea|CREATURE|creature dragon bat *dragon+wing
Insc|INSECT|insect fly bee moth *insect+wings *moth+wings *butterfly *dragonfly
Misc|MISC|
#WOOD|WOOD|wood wooden plank timber log lumber plywood oak
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~
Fric|FRICTION|~ floorboard *floorboard *creaky+floor *wood+creak
Hndl|HANDLE|~
Impt|IMPACT|~ chop *wood+chop
Misc|MISC|
Mvmt|MOVEMENT|~ stack
Tonl|TONAL|~
`
