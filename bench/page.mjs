/** `npm run bench:page`: how fast the page sends beside what its browser can do; the measuring itself is e2e/measure/page-speed.spec.ts. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { ensureJourneysInstalled } from '../e2e/install.mjs'
import { root, run } from '../scripts/steps.mjs'
import { chooseFolder } from './scratch-folder.mjs'

await ensureJourneysInstalled()
const cwd = path.join(root, 'e2e')
const tool = path.join(cwd, 'node_modules/@playwright/test/cli.js')
// A disk that cannot keep up with its own cache would be measured otherwise.
const { folder } = chooseFolder(10e9)
const isWhole = !process.env.MIB && !process.env.ROUNDS
try {
  await run('The measuring', [process.execPath, tool, 'test', '-c', 'measure.config.ts', 'page-speed'], {
    cwd,
    env: { ...process.env, TMPDIR: folder, ...(isWhole && { WRITE: '1' }) },
    show: true,
  })
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
