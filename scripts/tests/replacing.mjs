/** Test files that put something else in the place of a module or a global: what they leave behind would meet the next file of their process. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'

const isTest = /\.test\.tsx?$/
const replaces = /vi\.(mock|doMock|stubGlobal|stubEnv|useFakeTimers)\(|Object\.assign\(globalThis/

/** Of the files below these folders, from the root. */
export const filesReplacing = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((file) => isTest.test(file) && replaces.test(readFileSync(path.join(root, file), 'utf8'))),
  )
