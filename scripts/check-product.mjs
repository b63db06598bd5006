/** Holds the server's own code against product-rules.mjs: what it is given (the clock, the installation's address) it takes from there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { productBreaches } from './product-rules.mjs'
import { report, sourceFiles } from './source-files.mjs'
import { root } from './steps.mjs'
import { suiteOf } from './test-rules.mjs'

/** They make their own time and disks. */
const isHarness = (file) => /\/(?:faults|simulation)\//.test(file)
const files = sourceFiles('apps/server/src').filter((file) => suiteOf(file) === null && !isHarness(file))

report(
  'Product',
  files.flatMap((file) => productBreaches(file, readFileSync(path.join(root, file), 'utf8'))),
)
