/** A feature's index.ts exports plain names: a bag of functions under one name hides who uses what, also from the search for what nobody uses. */
import { parseSync } from 'oxc-parser'

export const isFrontDoor = (file) => /^apps\/server\/src\/features\/[^/]+\/index\.ts$/.test(file)

/** Names of objects and of whole modules that a text exports. */
export function bagsIn(file, text) {
  return parseSync(file, text).program.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return statement.exported ? [statement.exported.name] : []
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.filter(({ init }) => init?.type === 'ObjectExpression').map(({ id }) => id.name)
  })
}

export const bagBreaches = (texts) =>
  Object.entries(texts)
    .filter(([file]) => isFrontDoor(file))
    .flatMap(([file, text]) => bagsIn(file, text).map((name) => `${file}: ${name} is a bag: export what is in it by name`))
