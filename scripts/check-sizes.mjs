/** No file of ours is longer than 300 lines: what is longer does more than one thing. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { report, sourceFiles } from './source-files.mjs'
import { root } from './steps.mjs'

const maxLines = 300
const breaches = ['apps', 'packages', 'e2e', 'scripts', 'bench']
  .flatMap((folder) => sourceFiles(folder, /\.(?:tsx?|mjs|css)$/))
  .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length }))
  .filter(({ lines }) => lines > maxLines)
  .map(({ file, lines }) => `${file}: ${lines} lines, at most ${maxLines}`)

report('Sizes of files', breaches)
