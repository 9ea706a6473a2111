// The Universal Category System (universalcategorysystem.com): a category guessed from what a sound is called. A part of its list: what people ask for.

export interface UcsCategory {
  /** Such as DOORWood. */
  readonly catId: string
  /** Such as DOORS. */
  readonly category: string
  /** Such as WOOD. */
  readonly subcategory: string
}

/** CatID, CATEGORY, SUBCATEGORY, and the words that mean it: a word alone, or with '+' several that must all be there. Words are matched by their beginnings. */
const TABLE: readonly (readonly [string, string, string, string])[] = [
  ['AEROHeli', 'AIRCRAFT', 'HELICOPTER', 'helicopter chopper'],
  ['AEROJet', 'AIRCRAFT', 'JET', 'jet+engine jetliner fighter+jet'],
  ['AEROProp', 'AIRCRAFT', 'PROP', 'propeller biplane'],
  ['AEROMisc', 'AIRCRAFT', 'MISC', 'aircraft airplane plane'],
  ['AIRBlow', 'AIR', 'BLOW', 'air+blow airflow'],
  ['AIRHiss', 'AIR', 'HISS', 'hiss air+hiss steam'],
  ['ALRMBell', 'ALARMS', 'BELL', 'alarm+bell school+bell'],
  ['ALRMClck', 'ALARMS', 'CLOCK', 'alarm+clock'],
  ['ALRMSirn', 'ALARMS', 'SIREN', 'siren'],
  ['ALRMMisc', 'ALARMS', 'MISC', 'alarm'],
  ['AMBForst', 'AMBIENCE', 'FOREST', 'forest woodland'],
  ['AMBRoom', 'AMBIENCE', 'ROOM TONE', 'roomtone room+tone'],
  ['AMBTraf', 'AMBIENCE', 'TRAFFIC', 'traffic'],
  ['AMBUrbn', 'AMBIENCE', 'URBAN', 'city+ambience urban street+ambience'],
  ['AMBMisc', 'AMBIENCE', 'MISC', 'ambience ambient atmosphere'],
  ['ANMLCat', 'ANIMALS', 'CAT DOMESTIC', 'cat meow purr kitten'],
  ['ANMLDog', 'ANIMALS', 'DOG', 'dog bark puppy'],
  ['ANMLFarm', 'ANIMALS', 'FARM', 'cow sheep goat pig farm+animal'],
  ['ANMLHors', 'ANIMALS', 'HORSE', 'horse hoof hooves neigh gallop'],
  ['ANMLInsc', 'ANIMALS', 'INSECT', 'insect cricket cicada bee mosquito fly+buzz'],
  ['ANMLMisc', 'ANIMALS', 'MISC', 'animal beast growl'],
  ['BELLHand', 'BELLS', 'HANDBELL', 'handbell hand+bell'],
  ['BELLLrg', 'BELLS', 'LARGE', 'church+bell large+bell tower+bell'],
  ['BELLMisc', 'BELLS', 'MISC', 'bell chime'],
  ['BIRDSea', 'BIRDS', 'SEA', 'seagull gull'],
  ['BIRDPrey', 'BIRDS', 'BIRD OF PREY', 'owl hawk eagle falcon'],
  ['BIRDSong', 'BIRDS', 'SONGBIRD', 'birdsong songbird chirp bird+sing'],
  ['BIRDMisc', 'BIRDS', 'MISC', 'bird'],
  ['CLOCKTick', 'CLOCKS', 'TICK', 'clock+tick ticking'],
  ['CLOCKMisc', 'CLOCKS', 'MISC', 'clock'],
  ['CLOTHRip', 'CLOTH', 'RIP', 'cloth+rip fabric+tear'],
  ['CLOTHMvmt', 'CLOTH', 'MOVEMENT', 'cloth fabric rustle+jacket'],
  ['CRWDMisc', 'CROWDS', 'MISC', 'crowd audience applause'],
  ['DOORGlas', 'DOORS', 'GLASS', 'glass+door'],
  ['DOORMetl', 'DOORS', 'METAL', 'metal+door iron+door steel+door'],
  ['DOORKnck', 'DOORS', 'KNOCK', 'door+knock'],
  ['DOORGate', 'DOORS', 'GATE', 'gate'],
  ['DOORWood', 'DOORS', 'WOOD', 'wood+door oak+door wooden+door'],
  ['DOORMisc', 'DOORS', 'MISC', 'door'],
  ['DSGNBoom', 'DESIGNED', 'BOOM', 'boom sub+drop'],
  ['DSGNDron', 'DESIGNED', 'DRONE', 'drone'],
  ['DSGNRise', 'DESIGNED', 'RISER', 'riser'],
  ['DSGNRmbl', 'DESIGNED', 'RUMBLE', 'rumble'],
  ['DSGNSynth', 'DESIGNED', 'SYNTHETIC', 'synth'],
  ['ELECArc', 'ELECTRICITY', 'ARC', 'electric+arc arcing'],
  ['ELECBuzz', 'ELECTRICITY', 'BUZZ & HUM', 'electric+hum electric+buzz mains+hum'],
  ['ELECSprk', 'ELECTRICITY', 'SPARKS', 'spark'],
  ['EXPLMisc', 'EXPLOSIONS', 'MISC', 'explosion explode blast detonat'],
  ['FEETAnml', 'FOOTSTEPS', 'ANIMAL', 'paws animal+footstep'],
  ['FEETHmn', 'FOOTSTEPS', 'HUMAN', 'footstep walking+on steps+on'],
  ['FIRECrkl', 'FIRE', 'CRACKLE', 'fire+crackle campfire'],
  ['FIREBurn', 'FIRE', 'BURNING', 'fire burning flame'],
  ['GLASBrk', 'GLASS', 'BREAK', 'glass+break glass+shatter glass+smash'],
  ['GLASMisc', 'GLASS', 'MISC', 'glass'],
  ['GUNPis', 'GUNS', 'PISTOL', 'pistol handgun'],
  ['GUNRif', 'GUNS', 'RIFLE', 'rifle'],
  ['GUNMisc', 'GUNS', 'MISC', 'gun gunshot'],
  ['ICEMisc', 'ICE', 'MISC', 'ice'],
  ['LASRGun', 'LASERS', 'GUN', 'laser'],
  ['MACHMisc', 'MACHINES', 'MISC', 'machine fan refrigerator appliance'],
  ['MAGMisc', 'MAGIC', 'MISC', 'magic spell'],
  ['MECHGear', 'MECHANICAL', 'GEARS', 'gear cogs'],
  ['MECHMisc', 'MECHANICAL', 'MISC', 'mechanism mechanical switch lever'],
  ['METLCrsh', 'METAL', 'CRASH & DEBRIS', 'metal+crash'],
  ['METLImpt', 'METAL', 'IMPACT', 'metal+hit metal+impact metal+clang anvil clang'],
  ['METLMisc', 'METAL', 'MISC', 'metal'],
  ['PAPRMisc', 'PAPER', 'MISC', 'paper'],
  ['PLASMisc', 'PLASTIC', 'MISC', 'plastic'],
  ['RAINMetl', 'RAIN', 'METAL', 'rain+tin rain+metal'],
  ['RAINGlas', 'RAIN', 'GLASS', 'rain+window rain+glass'],
  ['RAINVege', 'RAIN', 'VEGETATION', 'rain+forest rain+leaves'],
  ['RAINConc', 'RAIN', 'CONCRETE', 'rain+street rain+concrete rain+pavement rain'],
  ['ROBTMisc', 'ROBOTS', 'MISC', 'robot'],
  ['ROCKImpt', 'ROCKS', 'IMPACT', 'rock+fall rock+hit stone+fall stone+hit'],
  ['ROCKMisc', 'ROCKS', 'MISC', 'rock gravel stone'],
  ['SCIMisc', 'SCIFI', 'MISC', 'scifi spaceship teleport forcefield'],
  ['SNOWMisc', 'SNOW', 'MISC', 'snow'],
  ['TOOLHand', 'TOOLS', 'HAND', 'hammer saw screwdriver'],
  ['TOOLPowr', 'TOOLS', 'POWER', 'drill chainsaw'],
  ['TRNMisc', 'TRAINS', 'MISC', 'train locomotive'],
  ['UIClick', 'USER INTERFACE', 'CLICK', 'button+click ui+click interface+click'],
  ['UIAlert', 'USER INTERFACE', 'ALERT', 'notification'],
  ['UIMisc', 'USER INTERFACE', 'MISC', 'interface menu+sound'],
  ['VEHCar', 'VEHICLES', 'CAR', 'car automobile'],
  ['VEHMoto', 'VEHICLES', 'MOTORCYCLE', 'motorcycle motorbike'],
  ['VEHMisc', 'VEHICLES', 'MISC', 'vehicle truck engine'],
  ['VOXScrm', 'VOICES', 'SCREAM', 'scream'],
  ['VOXMisc', 'VOICES', 'MISC', 'voice speech whisper'],
  ['WATRBubl', 'WATER', 'BUBBLES', 'bubble'],
  ['WATRDrip', 'WATER', 'DRIP', 'drip'],
  ['WATRSplsh', 'WATER', 'SPLASH', 'splash'],
  ['WATRWave', 'WATER', 'WAVE', 'ocean wave+shore sea+wave surf'],
  ['WATRFlow', 'WATER', 'FLOW', 'water+flow river stream brook'],
  ['WATRMisc', 'WATER', 'MISC', 'water'],
  ['WEAPSwrd', 'WEAPONS', 'SWORD', 'sword blade'],
  ['WEATHail', 'WEATHER', 'HAIL', 'hail'],
  ['WEATStrm', 'WEATHER', 'STORM', 'storm thunder'],
  ['WHSH', 'SWOOSHES', 'WHOOSH', 'whoosh swoosh swish'],
  ['WINDGust', 'WIND', 'GUST', 'wind+gust gust'],
  ['WINDVege', 'WIND', 'VEGETATION', 'wind+trees wind+leaves'],
  ['WINDGenl', 'WIND', 'GENERAL', 'wind'],
  ['WOODImpt', 'WOOD', 'IMPACT', 'wood+hit wood+knock wood+impact'],
  ['WOODMisc', 'WOOD', 'MISC', 'wood plank'],
]
const ENTRIES = TABLE.map(([catId, category, subcategory, words]) => ({
  catId,
  category,
  subcategory,
  ways: words.split(' ').map((way) => way.split('+')),
}))

/**
 * The category that fits these words best; null where none does. More words that must be together weigh more; of equals what is said first
 * counts, since a name leads with its subject.
 */
export function guessCategory(text: string): UcsCategory | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let best: { readonly score: number; readonly entry: UcsCategory } | null = null
  for (const { ways, ...entry } of ENTRIES) {
    for (const way of ways) {
      const places = way.map((part) => words.findIndex((word) => isWord(word, part)))
      if (places.includes(-1)) continue
      const score = way.length * 1000 - Math.min(...places)
      if (best === null || score > best.score) best = { score, entry }
    }
  }
  return best?.entry ?? null
}

/** Short words are whole ("car" is no carpet), up to a plural; longer ones may go on ("explod" in exploding). */
const isWord = (word: string, part: string): boolean =>
  part.length <= 4 ? word === part || word === `${part}s` : word.startsWith(part)
