// Where recordings of sources lie, by the literature, and where the engine's lie.

export interface Figure {
  readonly prompt: string
  readonly what: 'strongest' | 'centroid'
  readonly lowHertz: number
  readonly highHertz: number
  readonly source: string
}

export const FIGURES: readonly Figure[] = [
  {
    prompt: 'distant thunder',
    what: 'strongest',
    lowHertz: 20,
    highHertz: 125,
    source: 'Few 1969: acoustic power of thunder peaks near 50 to 100 Hz',
  },
  {
    prompt: 'crickets',
    what: 'strongest',
    lowHertz: 3500,
    highHertz: 6000,
    source: 'Bennet-Clark 1989: carriers of field crickets 4 to 5 kHz',
  },
  {
    prompt: 'mosquito',
    what: 'strongest',
    lowHertz: 350,
    highHertz: 1000,
    source: 'Cator et al. 2009: wing beats 400 to 600 Hz, males to 900',
  },
  {
    prompt: 'bee',
    what: 'strongest',
    lowHertz: 180,
    highHertz: 520,
    source: 'wing beat of honey bees about 230 Hz and its octave, as widely reported',
  },
  {
    prompt: 'heartbeat',
    what: 'strongest',
    lowHertz: 20,
    highHertz: 120,
    source: 'Rangayyan & Lehner 1988: first sound 10 to 140 Hz',
  },
  {
    prompt: 'owl',
    what: 'strongest',
    lowHertz: 250,
    highHertz: 900,
    source: 'hoots of owls lie at 0.25 to 0.9 kHz in published sonagrams',
  },
  {
    prompt: 'crow',
    what: 'centroid',
    lowHertz: 700,
    highHertz: 2600,
    source: 'caws carry most energy at 1 to 2 kHz in published sonagrams',
  },
  {
    prompt: 'smoke detector',
    what: 'strongest',
    lowHertz: 2600,
    highHertz: 3600,
    source: 'piezo sounders of smoke alarms: about 3.1 kHz',
  },
  {
    prompt: 'police siren',
    what: 'strongest',
    lowHertz: 450,
    highHertz: 1800,
    source: 'SAE J1849: fundamental 500 to 1800 Hz',
  },
  {
    prompt: 'water drip',
    what: 'strongest',
    lowHertz: 500,
    highHertz: 8000,
    source: 'Franz 1959; Phillips, Agarwal & Jordan 2018: bubbles of drops 0.5 to 8 kHz',
  },
  {
    prompt: 'waves',
    what: 'centroid',
    lowHertz: 150,
    highHertz: 3500,
    source: 'Bolin & Åbom 2010: breaking waves, broad maximum 0.2 to 2 kHz',
  },
  {
    prompt: 'rain on leaves',
    what: 'centroid',
    lowHertz: 1200,
    highHertz: 6500,
    source: 'rain on foliage is a broad hiss of 1 to 8 kHz in field recordings',
  },
  {
    prompt: 'glass breaking',
    what: 'centroid',
    lowHertz: 2500,
    highHertz: 9000,
    source: 'detectors of breaking glass listen to fracture and shards at 3 to 8 kHz',
  },
  {
    prompt: 'explosion',
    what: 'strongest',
    lowHertz: 20,
    highHertz: 120,
    source: 'blasts of kilograms of explosive peak below about 100 Hz (Friedlander wave of 5 ms and more)',
  },
  {
    prompt: 'helicopter',
    what: 'strongest',
    lowHertz: 10,
    highHertz: 150,
    source: 'Schmitz & Yu 1983: blade passage 10 to 20 Hz and its first harmonics',
  },
  {
    prompt: 'referee whistle',
    what: 'strongest',
    lowHertz: 2200,
    highHertz: 4500,
    source: 'pea whistles are sold by their tones of 2.5 to 4 kHz',
  },
  {
    prompt: 'coin drop',
    what: 'centroid',
    lowHertz: 3000,
    highHertz: 12_000,
    source: 'lowest bending modes of coins lie above 4 kHz (plate theory for a 20 mm steel disc)',
  },
  {
    prompt: 'high heels on stone',
    what: 'centroid',
    lowHertz: 400,
    highHertz: 4500,
    source: 'after Li, Logan & Pastore 1991, walking sounds: spectral means below about 4 kHz',
  },
]
