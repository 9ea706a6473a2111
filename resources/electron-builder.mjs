// How the app is packaged, for `electron-builder --config resources/electron-builder.mjs`. What is inside is decided by what the sources import.
import { join } from 'node:path'
import { flipFuses } from '@electron/fuses'
import { KEPT_APART } from '../test/set-up/dist-licences.mjs'
import { leftOut } from '../test/set-up/dist-packages.mjs'
import { fuseConfig } from './fuses.mjs'

/** Files that the app can be asked to open. It never becomes their default program: the person's player stays that. */
const AUDIO = [
  ['wav', 'audio/x-wav'],
  ['flac', 'audio/flac'],
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/opus'],
  ['m4a', 'audio/mp4'],
  ['aiff', 'audio/x-aiff'],
]
const MIDI = [
  ['mid', 'audio/midi'],
  ['midi', 'audio/midi'],
]
const VIDEO = [
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
]
const associate = (/** @type {string[][]} */ kinds, /** @type {string} */ description) =>
  kinds.map(([ext, mimeType]) => ({ ext, mimeType, description, role: 'Editor', rank: 'Alternate' }))

/** The same as in src-main/index.ts. Linux' desktops find the window's icon and its links by it. */
const APP_ID = 'app.foleyroom.Foleyroom'

/** Of the packages that are shipped: what Node never reads. Patterns are minimatch's, relative to the project. */
const UNREAD = [
  // Files and folders with a dot are their authors' tools: settings of editors, histories, Yarn itself.
  '!**/node_modules/**/.*',
  '!**/node_modules/**/.*/**',
  '!**/node_modules/**/coverage/**',
  '!**/*.{tsbuildinfo,symbols}',
  '!**/*.{map,ts,mts,cts,md,markdown,flow,c,cc,cpp,h,hpp,gyp,gypi}',
  '!**/node_modules/**/{test,tests,__tests__,example,examples,doc,docs,benchmark,.github}/**',
  '!**/node_modules/better-sqlite3/{deps,src}/**',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager fills these in
  '!**/node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager fills these in
  '!**/node_modules/node-web-audio-api/node-web-audio-api.!(${platform}-${arch}*).node',
  '!**/node_modules/keytar/{src,build/Release/obj.target}/**',
  '!**/node_modules/keytar/build/!(Release)',
  '!**/node_modules/node-addon-api/**',
  // Their `main` is one file of CommonJS; all else is the same again for browsers, bundlers and other standards.
  '!**/node_modules/@tensorflow/*/dist/!(*.node.js|*.wasm)',
  '!**/node_modules/@tensorflow/*/dist/!(*.wasm)/**',
  '!**/node_modules/@tensorflow/*/{src,wasm-out}/**',
  '!**/node_modules/@spotify/basic-pitch/{cjs,esm,types}/**',
  // Of the fonts the engraver reads three files; the rest is pictures of them, a fourth, and code for Expo.
  '!**/node_modules/@expo-google-fonts/tinos/**/*.{js,png}',
  '!**/node_modules/@expo-google-fonts/tinos/700Bold_Italic/**',
  // The same again for `require`, for browsers, and small: the app imports one of each.
  '!**/node_modules/mediabunny/src/**',
  '!**/node_modules/mediabunny/dist/bundles/**',
  '!**/node_modules/@mediabunny/aac-encoder/{src,dist/modules}/**',
  '!**/node_modules/@mediabunny/aac-encoder/dist/bundles/!(mediabunny-aac-encoder.mjs)',
  '!**/node_modules/wasm-media-encoders/dist/{esnext,umd}/**',
  '!**/node_modules/libflacjs/dist/!(libflac.js)',
  '!**/node_modules/verovio/dist/{verovio-module-hum.mjs,verovio-toolkit-wasm.js}',
  '!**/node_modules/fontkit/dist/browser*',
  '!**/node_modules/web-streams-polyfill/{es6,es2018}/**',
  '!**/node_modules/web-streams-polyfill/dist/!(ponyfill.es2018.js)',
  '!**/node_modules/zod/src/**',
  '!**/node_modules/libflacjs/{src,tools,types-compat}/**',
  '!**/node_modules/pdfkit/js/pdfkit.{browser,standalone,old}*',
]

/** @type {import('electron-builder').Configuration} */
export default {
  appId: APP_ID,
  productName: 'Foleyroom',
  // Electron gives it to the window system (app_id, WM_CLASS); the desktop entry is named by it, too.
  extraMetadata: { desktopName: `${APP_ID}.desktop` },
  copyright: 'Foleyroom contributors, MIT',
  directories: { output: 'dist', buildResources: 'resources' },
  // Prebuilt Node-API binaries: the same for Node and Electron.
  npmRebuild: false,
  files: [
    'out/{main,preload,renderer}/**',
    'package.json',
    ...UNREAD,
    ...leftOut().map((name) => `!**/node_modules/${name}/**`),
  ],
  asar: true,
  // The system's loader opens native modules by their path; libraries under the LGPL lie unpacked so that they can be replaced.
  asarUnpack: ['**/*.node', '**/*.wasm', ...KEPT_APART.map((name) => `**/node_modules/${name}/**`)],
  extraResources: [
    { from: 'resources', to: 'resources', filter: ['icon.png', 'drag.png', 'THIRD-PARTY-NOTICES.txt'] },
    { from: 'LICENSE', to: 'resources/LICENSE.txt' },
  ],
  afterPack: setFuses,
  protocols: [
    { name: 'A sound or a MIDI file of the Foleyroom library', schemes: ['foleyroom'], role: 'Viewer' },
  ],
  fileAssociations: [
    ...associate(AUDIO, 'Audio'),
    ...associate(MIDI, 'MIDI file'),
    ...associate(VIDEO, 'Video'),
  ],
  // The address is given where a release is made; without one the packages name no server and the app offers no updates.
  publish:
    process.env.FOLEYROOM_UPDATES_URL === undefined
      ? null
      : { provider: 'generic', url: process.env.FOLEYROOM_UPDATES_URL },
  linux: {
    target: ['deb', 'AppImage'],
    icon: 'resources/icons',
    category: 'AudioVideo',
    maintainer: 'Foleyroom contributors <foleyroom@localhost>',
    synopsis: 'Makes, edits, transcribes and keeps sounds.',
    executableName: 'foleyroom',
    syncDesktopName: true,
    desktop: {
      entry: {
        Name: 'Foleyroom',
        GenericName: 'Sound effects',
        Categories: 'AudioVideo;Audio;AudioVideoEditing;',
        Keywords: 'sound;foley;effects;audio;midi;',
      },
    },
  },
  // What Electron's program is linked against and GTK does not bring along, and what keytar opens.
  deb: { depends: ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libsecret-1-0', 'xdg-utils'] },
  // Without the version: an update takes the place of the file that a person's shortcuts name.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the packager fills these in
  appImage: { artifactName: '${productName}-${arch}.${ext}' },
  win: { target: ['nsis'], icon: 'resources/icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  mac: {
    target: ['dmg', 'zip'],
    icon: 'resources/icon.icns',
    category: 'public.app-category.music',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.inherit.plist',
    // Needs APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER (or APPLE_ID with its password and team).
    notarize: process.env.APPLE_API_KEY !== undefined || process.env.APPLE_ID !== undefined,
  },
}

/**
 * Before signing. electron-builder's own `electronFuses` knows eight of the nine.
 * @param {import('electron-builder').AfterPackContext} context
 */
async function setFuses({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo
  const program =
    { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` }[electronPlatformName] ?? 'foleyroom'
  // On Apple silicon a changed program needs its ad-hoc signature anew; a real one follows.
  const resetAdHocDarwinSignature = electronPlatformName === 'darwin'
  await flipFuses(join(appOutDir, program), { ...fuseConfig(), resetAdHocDarwinSignature })
}
