// resources/THIRD-PARTY-NOTICES.txt: every package that is shipped, with its licence, from the lock and node_modules. The same tree gives the same bytes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILED_IN, judge } from './dist-licences.mjs'
import { shippedInMain, shippedInWindow } from './dist-packages.mjs'
import { ROOT } from './places.mjs'

export const NOTICES = join(ROOT, 'resources/THIRD-PARTY-NOTICES.txt')
/** Of licences that some packages name without bringing their text; the LGPL 3 builds on the GPL 3. */
const FULL_TEXTS = ['LGPL-2.1', 'LGPL-3', 'GPL-3', 'Apache-2.0', 'OFL-1.1']
const RULE = `\n${'-'.repeat(100)}\n\n`

/**
 * @typedef {object} Licensed
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} licence as package.json says
 * @property {string} text of its licence file; '' where it has none
 * @property {'allowed' | 'apart' | 'refused'} verdict
 */

/** Every shipped package once, by name and version. @returns {Licensed[]} */
export function licensed(root = ROOT) {
  const found = new Map()
  for (const { path, name, version } of [...shippedInMain(root), ...shippedInWindow(root)]) {
    const folder = join(root, path)
    // Optional packages of other systems are in the lock and not here: they are not shipped from here either.
    if (!existsSync(folder)) continue
    const licence = licenceOf(folder)
    found.set(`${name}@${version}`, { name, version, licence, text: textOf(folder), verdict: judge(licence) })
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** @param {readonly Licensed[]} packages */
export function noticesOf(packages) {
  const apart = packages.filter(({ verdict }) => verdict === 'apart')
  /** @type {Map<string, Licensed[]>} */
  const byText = new Map()
  for (const each of packages) byText.set(each.text, [...(byText.get(each.text) ?? []), each])
  return [
    'Foleyroom is made with the work of others. This file names every package inside it with its licence.\n' +
      'Electron and Chromium bring their own: LICENSE.electron.txt and LICENSES.chromium.html beside the program.\n',
    'Libraries compiled into packages, with their own licences. Each package is a file of its own below resources/app.asar or\n' +
      'resources/app.asar.unpacked, shipped as its authors built it; those under the LGPL are unpacked\n' +
      'and may be replaced. The source is where it says:\n\n' +
      packages
        .flatMap(({ name }) =>
          (COMPILED_IN[name] ?? []).map(
            (inside) => `  ${inside.what} (${inside.licence}) in ${name}: ${inside.source}\n`,
          ),
        )
        .join('') +
      apart.map(({ name, version, licence }) => `  ${name} ${version} itself (${licence})\n`).join(''),
    `All ${packages.length} packages:\n\n${packages.map(({ name, version, licence }) => `  ${name} ${version}: ${licence ?? 'no licence named'}\n`).join('')}`,
    ...[...byText].map(
      ([text, named]) =>
        `${named.map(({ name, version }) => `${name} ${version}`).join(', ')}\n\n${text === '' ? 'No licence file in the package; the licence is the one named above.\n' : text}`,
    ),
    ...FULL_TEXTS.map((name) => readFileSync(join(ROOT, 'resources/licences', `${name}.txt`), 'utf8')),
  ].join(RULE)
}

/** @param {string} folder @returns {string | undefined} */
function licenceOf(folder) {
  const { license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license === 'string') return license
  // Two older forms of package.json.
  return (
    license?.type ??
    licenses?.map((/** @type {{ type: string }} */ { type }) => type).join(' OR ') ??
    licenceByText(textOf(folder))
  )
}

/** Where package.json names none, the licence's own words do; only one that nobody mistakes. @param {string} text @returns {string | undefined} */
function licenceByText(text) {
  const isMit = /^MIT License\n/.test(text) && text.includes('Permission is hereby granted, free of charge')
  return isMit && text.includes('THE SOFTWARE IS PROVIDED "AS IS"') ? 'MIT' : undefined
}

/** @param {string} folder */
function textOf(folder) {
  const files = readdirSync(folder).filter(
    (name) => /^(licen[cs]e|copying|notice)([._-]|$)/i.test(name) && !/\.(js|json)$/.test(name),
  )
  return files
    .sort()
    .map((name) => `${readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()}\n`)
    .join('\n')
}
