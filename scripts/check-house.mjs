/** What the rules of imports (.dependency-cruiser.mjs) cannot say: whose tables, circles of features, plain front doors, one reader of the environment, product-rules.mjs. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { circleBreaches } from './circles.mjs'
import { bagBreaches } from './front-doors.mjs'
import { productBreaches } from './product-rules.mjs'
import { isTest, report, sourceFiles } from './source-files.mjs'
import { root } from './steps.mjs'
import { closingReads, readers, tableHomes } from './table-homes.mjs'
import { tableBreaches, tablesIn } from './table-rules.mjs'

const texts = Object.fromEntries(
  ['apps', 'packages']
    .flatMap((folder) => sourceFiles(folder, /\.(?:tsx?|mjs|css)$/))
    .filter((file) => /\/src\//.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

function environment() {
  return Object.entries(texts).flatMap(([file, text]) => {
    const at = isTest(file) || file === 'apps/server/src/config/config.ts' ? -1 : text.search(/\bprocess\.env\b/)
    return at < 0 ? [] : [`${file}:${text.slice(0, at).split('\n').length}: only config.ts reads process.env`]
  })
}

const tables = Object.assign(
  {},
  ...Object.entries(texts)
    .filter(([file]) => /^apps\/server\/src\/db\/tables\//.test(file))
    .map(([, text]) => tablesIn(text)),
)

const product = Object.entries(texts).flatMap(([file, text]) => (isTest(file) ? [] : productBreaches(file, text)))

report('The house', [
  ...environment(),
  ...product,
  ...tableBreaches(texts, tables, readers),
  ...circleBreaches(texts, readers, tableHomes, closingReads),
  ...bagBreaches(texts),
])
