// The Universal Category System 8.2.1, HORNS to OBJECTS: ids and names as published (universalcategorysystem.com, free for use), and words to guess by.
// The form of the lines is told in list.ts.

export const H_TO_O = `
#HORNS|HORN|horn
Air|AIR POWERED|air fog *foghorn *fog+horn *air+horn *factory+horn
Cele|CELEBRATION|party celebration fanfare *vuvuzela *party+horn *bugle+fanfare
Misc|MISC|call hunting duck
Trad|TRADITIONAL|war battle viking alpine *shofar *conch *war+horn *battle+horn *alphorn
#HUMAN|HMN|human person man woman
Blow|BLOW|blow *blow+candles *blow+balloon *blowing+air
Brth|BREATH|breath breathe inhale exhale sigh pant gasp *breath *breathing *inhale *exhale *panting *gasp *sigh
Burp|BURP|burp *burp *belch *hiccup
Cough|COUGH|cough *cough *choke
Hart|HEARTBEAT|heartbeat heart *heartbeat *heart+beat *heart+beating
Kiss|KISS|kiss *kiss
Misc|MISC|
Pee|PEE|*pee *urinate *urination
Skin|SKIN|skin scratch hand clap *scratching+skin *handshake *finger+snap *hand+clap *skin+slap
Sneez|SNEEZE|*sneeze
Sniff|SNIFF|*sniff *sniffle *snort
Snor|SNORE|*snore
Spit|SPIT|*spit
Vomit|VOMIT|*vomit *puke *retch
#ICE|ICE|ice icicle iceberg frozen glacier icy
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~ calve
Fric|FRICTION|~
Hndl|HANDLE|~
Impt|IMPACT|~ clink *ice+cubes *ice+glass
Misc|MISC|
Mvmt|MOVEMENT|~
Tonl|TONAL|~
#LASERS|LASR|laser
Beam|BEAM|beam hum *laser+beam
Gun|GUN|gun shot blaster fire shoot *blaster *ray+gun *phaser *laser+gun *laser+shot
Impt|IMPACT|impact hit
Misc|MISC|
#LEATHER|LETHR|leather suede
Creak|CREAK|creak stretch squeak
Hndl|HANDLE|~
Impt|IMPACT|~
Misc|MISC|
Mvmt|MOVEMENT|~ move movement
#LIQUID & MUD|LIQ|mud slime oil goo liquid sludge honey syrup tar
Bubl|BUBBLES|bubble boil
Impt|IMPACT|impact hit splat plop splash slap
Misc|MISC|
Mvmt|MOVEMENT|flow ooze move movement pour drip slosh
Suct|SUCTION|suction suck plunger *plunger
#MACHINES|MACH|machine machinery
Amus|AMUSEMENT|ride *rollercoaster *roller+coaster *carousel *ferris+wheel *merry-go-round
Antq|ANTIQUE|antique loom sewing old *sewing+machine *loom *cash+register *printing+press
Appl|APPLIANCE|washing appliance dryer vacuum coffee *refrigerator *fridge *blender *vacuum+cleaner *hoover *dishwasher *washing+machine *toaster *coffee+machine *hair+dryer *hairdryer *microwave *kettle *espresso
Cnst|CONSTRUCTION|construction cement concrete pile *cement+mixer *woodchipper *pile+driver
Elev|ELEVATOR|elevator *elevator *lift+doors
Escl|ESCALATOR|escalator *escalator *moving+walkway
Fan|FAN|fan *fan *ceiling+fan *desk+fan
Grdn|GARDEN|*lawnmower *lawn+mower *mower *leaf+blower *hedge+trimmer *strimmer *chainsaw
Gym|GYM|gym *treadmill *exercise+bike
Tech|HITECH|hi-tech *3d+printer *robotic+arm *cnc
Hvac|HVAC|*hvac *air+conditioner *air+conditioning *ventilation *radiator *boiler *heater *air+vent
Ind|INDUSTRIAL|industrial factory press heavy conveyor *conveyor *conveyor+belt *assembly+line *hydraulic+press *sawmill
Mech|MECHANISM|mechanism gadget contraption *contraption *gizmo
Med|MEDICAL|medical mri *mri *ventilator *defibrillator *x-ray *dental+drill
Misc|MISC|
Offc|OFFICE|office *printer *photocopier *copier *scanner *fax+machine *shredder *laser+printer
Pump|PUMP|pump *pump *compressor *water+pump
#MAGIC|MAG|magic magical spell sorcery
Angl|ANGELIC|angelic holy heal healing divine heavenly *healing+spell *angelic *holy
Elem|ELEMENTAL|fire ice water earth wind lightning elemental
Evil|EVIL|evil dark demonic curse black *dark+magic *evil+magic *curse *voodoo
Misc|MISC|portal wand *magic+wand *potion
Poof|POOF|poof puff disappear vanish *poof *vanish *disappear
Shim|SHIMMER|shimmer sparkle twinkle glitter *shimmer *sparkle *twinkle *glimmer *fairy+dust
Spel|SPELL|spell cast wizard *spell *wizard *witch *incantation *enchantment
#MECHANICAL|MECH|mechanical mechanism
Clik|CLICK|click button *mechanical+click *button+press *click *pen+click
Gear|GEARS|gear cog *gear *cogs *cogwheel *gearbox *sprocket
Hydr|HYDRAULIC & PNEUMATIC|hydraulic pneumatic piston *hydraulic *pneumatic *piston
Ltch|LATCH|latch clasp *latch *briefcase+open *clasp *buckle
Lvr|LEVER|lever *lever *joystick
Lock|LOCK|lock padlock *padlock *lock *bicycle+lock
Misc|MISC|
Puly|PULLEY|pulley *pulley *winch
Rtch|RATCHET|ratchet *ratchet *crank
Relay|RELAY|relay *relay *split-flap *solenoid
Rolr|ROLLER|roller *roller *ball+bearing
Swtch|SWITCH|switch toggle *switch *light+switch *toggle+switch
#METAL|METL|metal metallic steel iron tin copper brass aluminium aluminum bronze anvil girder pipe
Brk|BREAK|~
Crsh|CRASH & DEBRIS|~ scrap *metal+crash
Fric|FRICTION|~ stress
Hndl|HANDLE|~
Impt|IMPACT|~ *anvil *clang *metal+hit *metal+impact
Misc|MISC|
Mvmt|MOVEMENT|~
Tonl|TONAL|~ shing bend *singing+bowl
#MOTORS|MOTR|motor engine
Antq|ANTIQUE|antique old vintage steam *steam+engine
Comb|COMBUSTION|combustion diesel petrol generator *generator *diesel+engine *combustion+engine
Elec|ELECTRIC|electric *electric+motor
Misc|MISC|
Srvo|SERVO|servo *servo
Turb|TURBINE|turbine *turbine
#MOVEMENT|MOVE|movement moving
Actv|ACTIVITY|activity cleaning
Anml|ANIMAL|animal herd *stampede *herd
Crea|CREATURE|creature *slither *slithering
Crwd|CROWD|crowd group people
Hmn|HUMAN|human person body *crawling *dance
Insc|INSECT|insect *insect+swarm *swarm *spider+crawl
Misc|MISC|
Pres|PRESENCE|presence *fidget
#MUSICAL|MUSC|music musical instrument melody
Bell|BELLS|bell *carillon *tubular+bells *handbells
Brass|BRASS|brass *trumpet *trombone *tuba *french+horn *bugle *cornet
Chim|CHIME|chime *wind+chime *bell+tree *chimes
Chor|CHORAL|choir choral *choir *choral *gospel
Expr|EXPERIMENTAL|experimental *prepared+piano
Inst|INSTRUMENT|instrument
Keyd|KEYED|piano organ keyboard *piano *harpsichord *church+organ *accordion *organ+chord *celesta
Loop|LOOP|loop *drum+loop *music+loop
Misc|MISC|*harmonica *kazoo
Perc|PERCUSSION|drum percussion *drum *snare *timpani *cymbal *bongo *conga *taiko *kick+drum *hi-hat *tom-tom *drumroll
Tnprc|PERCUSSION TUNED|*xylophone *marimba *vibraphone *glockenspiel *kalimba *steel+drum *handpan
Prfm|PERFORMANCE|performance concert band orchestra *orchestra *concert *marching+band
Pluck|PLUCKED|guitar harp pluck *guitar *harp *banjo *ukulele *mandolin *sitar *lute *bass+guitar *koto
Smpl|SAMPLE|sample *one-shot+note
Shake|SHAKEN|*tambourine *maraca *maracas *shaker *rainstick *castanets
Song|SONG & PHRASE|song phrase *song *jingle *ringtone+melody *lullaby
Stngr|STINGER|stinger sting fanfare *musical+sting *fanfare
Str|STRINGED|string strings *violin *cello *viola *fiddle *double+bass *string+section *strings+pizzicato
Synth|SYNTHESIZED|synth synthesizer *synth+pad *synth+bass *synth+lead *arpeggio *theremin
Toy|TOY|toy *music+box *toy+piano
Wind|WOODWIND|*flute *clarinet *oboe *bassoon *saxophone *recorder+melody *bagpipe *piccolo *pan+flute
#NATURAL DISASTER|NATD|disaster catastrophe
Aval|AVALANCHE|*avalanche *landslide *rockslide *mudslide
Quak|EARTHQUAKE|*earthquake *quake *tremor *seismic
Misc|MISC|*apocalypse *flood
Torn|TORNADO|*tornado *twister *whirlwind
Tsun|TSUNAMI|*tsunami *tidal+wave
Thyp|TYPHOON|*hurricane *typhoon *cyclone
Volc|VOLCANO|*volcano *volcanic *eruption+volcano
#OBJECTS|OBJ|object
Bag|BAG|bag purse *bag *purse *handbag *backpack *rucksack *sack
Book|BOOK|book page *book *page+turn *magazine+page *notebook
Coin|COIN|coin *coin *coins *money
Cont|CONTAINER|box lid container *box *lid *crate *jar+lid *barrel *basket *chest+open *tin+can *suitcase+lid *bucket
Fash|FASHION|belt shoe hat *belt *lipstick *sunglasses *wallet
Furn|FURNITURE|chair table sofa bed furniture *chair *furniture *sofa *couch *table+drag *bed+creak *mattress *bench
Grdn|GARDEN|garden *flower+pot *watering+can *garden+hose
Gym|GYM|*dumbbell *barbell *kettlebell *weights+drop
Hsehld|HOUSEHOLD|*broom *mop *hanger *household *trash+can *dustbin *sweeping
Jewl|JEWELRY|*jewelry *jewellery *necklace *bracelet *earring
Key|KEYS|key *keys *keychain *key+lock *key+ring
Lug|LUGGAGE|*suitcase *luggage *baggage
Med|MEDICAL|*syringe *scalpel *stethoscope *pills *pill+bottle *bandage
Misc|MISC|
Offc|OFFICE|*stapler *scissors+paper *hole+punch *calculator *paperclip
Pack|PACKAGING|*bubble+wrap *styrofoam *packaging *wrapper *parcel *gift+wrap *crisp+packet *cellophane *plastic+bag
Tape|TAPE|*duct+tape *adhesive+tape *sticky+tape *tape+peel *tape+rip
Umbr|UMBRELLA|*umbrella
Whled|WHEELED|*shopping+cart *trolley *wheelchair *stroller *pram *wheelbarrow *cart
Write|WRITING|*pencil *pen+paper *writing *chalk *marker+pen *crayon *eraser *scribble
Zipr|ZIPPER|*zipper *zip
`
