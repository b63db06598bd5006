/** Test files that put something else in the place of a module or a global: what they leave behind would meet the next file of their process. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'

const isTest = /\.test\.tsx?$/
const replaces = /vi\.(mock|doMock|stubGlobal|stubEnv)\(|Object\.assign\(globalThis/
/** A clock or timers in the place of the process's, which nobody keeps if the file gives the real ones back. */
const fakes = /vi\.useFakeTimers\(/
const givesBack = /vi\.useRealTimers\(/
const isReplacing = (text) => replaces.test(text) || (fakes.test(text) && !givesBack.test(text))

/** Of the files below these folders, from the root. */
export const filesReplacing = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((file) => isTest.test(file) && isReplacing(readFileSync(path.join(root, file), 'utf8'))),
  )
