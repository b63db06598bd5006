/** Test files that put something else in the place of a module or a global: what they leave behind would meet the next file of their process. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'

const isTest = /\.test\.tsx?$/
const replaces = /vi\.(mock|doMock|resetModules|stubEnv)\(|Object\.assign\(globalThis/
/** What stands in the place of the process's own, and how a file gives that back, so that nobody keeps it. */
const lent = [
  [/vi\.useFakeTimers\(/, /vi\.useRealTimers\(/],
  [/vi\.stubGlobal\(/, /vi\.unstubAllGlobals\(/],
]
const isReplacing = (text) => replaces.test(text) || lent.some(([takes, givesBack]) => takes.test(text) && !givesBack.test(text))

/** Of the files below these folders, from the root. */
export const filesReplacing = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((file) => isTest.test(file) && isReplacing(readFileSync(path.join(root, file), 'utf8'))),
  )
