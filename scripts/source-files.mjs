/** The program texts of the repository, as the checks read them: paths relative to its root, with "/". */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.mjs'

const notSource = new Set(['node_modules', 'dist', 'build', '.cache', '.react-router', 'coverage', 'test-results', 'data'])

export function sourceFiles(folder, pattern = /\.(?:ts|tsx|mjs)$/) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notSource.has(entry.name)) return []
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourceFiles(file, pattern)
    return pattern.test(file) ? [file] : []
  })
}

export const isTest = (file) =>
  /\.(?:test|conformance|samples)\.tsx?$/.test(file) ||
  /\/testing\/|^apps\/server\/test\//.test(file) ||
  /\/test-[^/]+$/.test(file)

/** Prints what was found and says by the exit code whether it was anything. */
export function report(what, breaches) {
  for (const breach of breaches) console.log(breach)
  console.log(breaches.length ? `${what}: ${breaches.length} to put right` : `${what}: all right`)
  process.exitCode = breaches.length ? 1 : 0
}
