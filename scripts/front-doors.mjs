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

/** `allowed`: { feature: names }; a name that is not needed is refused. */
export function bagBreaches(texts, allowed) {
  const found = Object.fromEntries(
    Object.entries(texts)
      .filter(([file]) => isFrontDoor(file))
      .map(([file, text]) => [file.split('/').at(-2), bagsIn(file, text)]),
  )
  const bags = Object.entries(found).flatMap(([feature, names]) =>
    names
      .filter((name) => !allowed[feature]?.includes(name))
      .map((name) => `apps/server/src/features/${feature}/index.ts: ${name} is a bag: export what is in it by name`),
  )
  const needless = Object.entries(allowed).flatMap(([feature, names]) =>
    names
      .filter((name) => !found[feature]?.includes(name))
      .map((name) => `scripts/bags-allowed.mjs: ${feature} has no bag ${name} any more: take the name out`),
  )
  return [...bags, ...needless]
}
