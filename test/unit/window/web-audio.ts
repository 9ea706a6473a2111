// Gives the tests the Web Audio of the window: imported before anything that imports Tone.js, which asks for it as it loads.
import * as webAudio from 'node-web-audio-api'

Object.assign(globalThis, webAudio, { window: globalThis })
