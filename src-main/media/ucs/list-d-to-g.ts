// The Universal Category System 8.2.1, DESIGNED to GUNS: ids and names as published (universalcategorysystem.com, free for use), and words to guess by.
// The form of the lines is told in list.ts.

export const D_TO_G = `
#DESIGNED|DSGN|designed cinematic trailer stylised stylized
Bass|BASS DIVE|bass drop dive *bass+drop *sub+drop *bass+dive
Boom|BOOM|boom *boom *sub+boom
Bram|BRAAM|*braam
Dist|DISTORTION|distortion *distorted *distortion
Dron|DRONE|drone *drone
Erie|EERIE|eerie *eerie *creepy *spooky *ominous *haunting
Ethr|ETHEREAL|ethereal *ethereal *heavenly+texture *celestial
Gran|GRANULAR|granular *granular
Impt|IMPACT|impact hit slam *cinematic+impact *cinematic+hit
Misc|MISC|
Morph|MORPH|morph transform *morph *transformation
Rise|RISER|riser rise *riser *tension+rise *build-up
Rmbl|RUMBLE|rumble *rumble
Rythm|RHYTHMIC|rhythm rhythmic pulse stutter *stutter *rhythmic+pulse
Srce|SOURCE|source
Stngr|STINGER|stinger sting *stinger *jump+scare
Synth|SYNTHETIC|synth synthetic *synth *synthetic *synthesizer+texture
Tonl|TONAL|tonal tone *tinnitus *sine+tone
Vocl|VOCAL|vocal voice
Whsh|WHOOSH|whoosh transition *cinematic+whoosh *transition+whoosh
#DESTRUCTION|DESTR|destruction destroy demolition wreckage
Clpse|COLLAPSE|collapse building *collapse *demolition *building+collapse
Crsh|CRASH & DEBRIS|crash debris *debris *car+crash *wreck *plane+crash
Misc|MISC|
#DIRT & SAND|DIRT|dirt sand soil earth
Crsh|CRASH & DEBRIS|~ spray
Dust|DUST|dust *dust
Hndl|HANDLE|~ dig shovel *digging
Impt|IMPACT|~ clod
Misc|MISC|
Mvmt|MOVEMENT|~ pour flow fall trickle *sand+pour
Tonl|TONAL|~ dune
#DOORS|DOOR|door doorway
Antq|ANTIQUE|antique old ancient castle abbey
Appl|APPLIANCE|appliance oven fridge refrigerator dishwasher microwave freezer *fridge+door *oven+door
Cab|CABINET|cabinet cupboard locker wardrobe closet *cupboard *cabinet *wardrobe *locker
Comp|COMPOSITE|fiberglass composite
Creak|CREAK|creak creaky squeak squeaky hinge groan rusty *creaking+door
Dungn|DUNGEON|dungeon heavy castle fortress *dungeon+door *castle+door *portcullis
Elec|ELECTRIC|electric automatic garage roller shutter *garage+door *automatic+door
Gate|GATE|gate *gate
Glas|GLASS|glass patio shop
Hdwr|HARDWARE|handle knob lock latch bolt hinge deadbolt *doorknob *door+handle *deadbolt *door+lock *lock+pick *door+latch *door+chain
Tech|HITECH|vault hi-tech high-tech lab *vault
Hydr|HYDRAULIC & PNEUMATIC|hydraulic pneumatic closer
Knck|KNOCK|knock *knock *door+knock *knocking
Metl|METAL|metal iron steel metallic fire
Misc|MISC|
Plas|PLASTIC|plastic
Prisn|PRISON|prison jail cell *prison+door *jail+door *cell+door
Revl|REVOLVING|revolving *revolving+door
Slid|SLIDING|sliding slide shower *sliding+door
Ston|STONE|stone tomb crypt *stone+door
Swng|SWINGING|swinging saloon *saloon+door
Wood|WOOD|wood wooden oak pine front house home
#DRAWERS|DRWR|drawer
Metl|METAL|metal filing cash register toolbox
Misc|MISC|
Plas|PLASTIC|plastic
Wood|WOOD|wood wooden kitchen desk dresser oak
#ELECTRICITY|ELEC|electric electrical electricity voltage
Arc|ARC|arc arcing tesla *tesla+coil *electric+arc *arcing *arc+weld
Buzz|BUZZ & HUM|buzz hum transformer mains *electric+hum *electric+buzz *mains+hum *transformer *power+line *fluorescent *neon *substation
Emf|ELECTROMAGNETIC|electromagnetic emf *electromagnetic
Misc|MISC|
Sprk|SPARKS|spark short *spark *short+circuit *welding *sparkler
Zap|ZAP|zap shock taser *zap *taser *electric+shock *electrocute
#EQUIPMENT|EQUIP|equipment gear
Bridle|BRIDLE & TACK|*bridle *saddle *harness *leash *stirrup
Tech|HITECH|spacesuit *spacesuit *space+suit
Misc|MISC|
Rec|RECREATIONAL|camping hiking climbing *tent *backpack+hiking *carabiner *sleeping+bag *fishing+reel
Sprt|SPORT|sport pads hockey
Tact|TACTICAL|military police tactical *handcuffs *holster *ammo+belt
#EXPLOSIONS|EXPL|explosion explode blast detonation bomb detonate explosive
Dsgn|DESIGNED|designed stylised stylized huge nuclear massive sci-fi cinematic *nuke *nuclear+explosion *atomic+bomb
Misc|MISC|
Real|REAL|real dynamite grenade distant large small explode bomb blast debris *dynamite *grenade *c4 *detonation *bomb
#FARTS|FART|fart flatulence
Dsgn|DESIGNED|cushion mouth *whoopee+cushion *whoopie+cushion
Misc|MISC|
Real|REAL|*fart
#FIGHT|FGHT|fight brawl combat martial
Bf|BODYFALL|bodyfall body fall *bodyfall *body+fall *body+thud *body+drop
Clth|CLOTH|cloth scuffle
Grab|GRAB|grab grapple *grapple
Impt|IMPACT|punch kick hit slap *punch *kick *slap *uppercut *punching
Misc|MISC|
#FIRE|FIRE|fire flame blaze
Burn|BURNING|burn burning roar *bonfire *burning *wildfire *inferno
Brst|BURST|burst blast *fireball+burst *flamethrower *backdraft *fire+burst
Crkl|CRACKLE|crackle campfire fireplace *campfire *fireplace *fire+crackle *embers *log+fire
Gas|GAS|gas stove burner furnace *gas+stove *gas+burner *blowtorch *furnace
Ign|IGNITE|ignite match lighter light *match+strike *matchstick *ignite *lighter *zippo *light+match
Misc|MISC|*fire+extinguisher
Sizz|SIZZLE|sizzle fuse *fuse *sizzle
Trch|TORCH|torch *torch
Turb|TURBULENT|turbulent violent *firestorm *fire+tornado
Whsh|WHOOSH|whoosh *fireball *fire+whoosh *flame+whoosh
#FIREWORKS|FRWK|firework pyrotechnic
Comr|COMMERCIAL|display mortar shell finale
Misc|MISC|
Rec|RECREATIONAL|firecracker rocket *firecracker *bottle+rocket *roman+candle *sparkler
#FOLEY|FOLY|
Clth|CLOTH|
Feet|FEET|
Hand|HANDS|
Misc|MISC|
Prop|PROP|
#FOOD & DRINK|FOOD|food drink kitchen meal
Cook|COOKING|cook fry boil chop sizzle *cooking *frying *frying+pan *chopping+vegetables *boiling+pot *bacon *grill
Drnk|DRINKING|drinking sip gulp *sip *gulp *slurp *drinking *swallow
Eat|EATING|eating chew bite crunch *chew *eating *munch *bite+apple *crunch+apple *biting *crisps *crunch+chips *crunch+carrot
Gware|GLASSWARE|glass wineglass bottle clink *wine+glass *wineglass *clinking+glasses *glass+clink *toast+glasses *goblet
Ingr|INGREDIENTS|ingredient flour egg rice *egg+crack *cereal *beans *popcorn *pouring+rice
Kware|KITCHENWARE|pan pot kettle bowl whisk *saucepan *cookware *pots+pans *whisk *frying+pan+drop
Misc|MISC|
Pour|POUR|pour *pour+wine *pour+beer *pour+coffee *pour+tea *pour+drink *pouring+drink
Tware|TABLEWARE|fork knife spoon cutlery plate dish *cutlery *silverware *fork *spoon *dishes *tableware
#FOOTSTEPS|FEET|footstep footfall step
Anml|ANIMAL|animal dog paw *paws *dog+footsteps *claws+floor
Crea|CREATURE|creature monster giant dinosaur *monster+footsteps *giant+footsteps
Hors|HORSE|horse hoof *hoof *hooves *gallop *trot *horse+gallop *clip+clop *horse+trot *horse+walk
Hmn|HUMAN|human shoe boot heel barefoot walk run walking man woman gravel stairs *footstep *walking *high+heels *running+on *stomp *tiptoe *marching *footfall *barefoot
Misc|MISC|
#GAMES|GAME|game
Arcd|ARCADE|arcade pinball *pinball *arcade *coin+insert
Board|BOARD|board dice chess *chess *board+game *domino *checkers
Cas|CASINO|casino slot roulette *slot+machine *roulette *casino *poker+chips *dice
Misc|MISC|card *cards+shuffle *playing+cards *shuffle+cards
Video|VIDEO|video console pickup level *video+game *power-up *level+up *coin+pickup *game+over *8-bit+jump *jump+retro
#GEOTHERMAL|GEO|geothermal
Fuma|FUMAROLE|*fumarole *steam+vent
Geyser|GEYSER|*geyser
Lava|LAVA|*lava *magma *lava+bubble *lava+flow
Misc|MISC|*hot+spring
Mudpot|MUD POTS|*mudpot *mud+bubbling *bubbling+mud
#GLASS|GLAS|glass window bottle pane mirror crystal lightbulb bulb jar windshield
Brk|BREAK|~ *glass+break *glass+shatter *glass+smash *window+break *window+shatter
Crsh|CRASH & DEBRIS|~ shard *glass+debris *glass+shards
Fric|FRICTION|~
Hndl|HANDLE|~
Impt|IMPACT|~ clink tap
Misc|MISC|
Mvmt|MOVEMENT|~
Tonl|TONAL|~ rim *glass+harmonica *wine+glass+ring
#GORE|GORE|gore gory
Blood|BLOOD|blood bleed *blood
Bone|BONE|bone break crack *bone *bone+break *skull *skeleton
Burn|BURN|burn flesh
Flsh|FLESH|flesh rip tear *flesh *guts
Misc|MISC|
Ooze|OOZE|ooze *ooze *oozing
Srce|SOURCE|watermelon source *watermelon+smash
Splt|SPLAT|splat *splat *splatter
Sqsh|SQUISH|squish *squish *squelch
Stab|STAB|stab *stab *stabbing *impale
#GUNS|GUN|gun gunshot gunfire firearm
Antq|ANTIQUE|antique musket flintlock *musket *flintlock
Artl|ARTILLERY|artillery *artillery *howitzer *mortar+fire *bazooka *rocket+launcher
Auto|AUTOMATIC|automatic machine burst *machine+gun *machinegun *submachine *minigun *ak47 *assault+rifle+burst
Cano|CANNON|cannon *cannon *cannonball
Hndl|HANDLE|handle drop grab draw load *gun+handling *gun+drop
Tech|HITECH|rail hi-tech *railgun *rail+gun
Mech|MECHANISM|reload cock cocking magazine trigger bolt safety slide mechanism *reload *gun+cock *magazine+insert *gun+reload
Misc|MISC|paintball flare
Pis|PISTOL|pistol handgun *pistol *handgun *revolver *glock
Rif|RIFLE|rifle sniper *rifle *sniper *carbine
Shotg|SHOTGUN|shotgun *shotgun
Supr|SUPPRESSED|silenced suppressed silencer *silencer *silenced+pistol *suppressed+gun
`
