/** Holds every test against test-rules.mjs: none may depend on time, on load or on what the machine happens to have. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { report, sourceFiles } from './source-files.mjs'
import { root } from './steps.mjs'
import { breachesIn, suiteOf } from './test-rules.mjs'
import { allowedInTests } from './tests-allowed.mjs'

const files = ['apps', 'packages', 'e2e', 'scripts'].flatMap((folder) => sourceFiles(folder)).filter(suiteOf)
const texts = Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

report('Tests', breachesIn(texts, allowedInTests))
