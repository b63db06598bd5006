/**
 * Which feature a table belongs to: its queries alone read and write it, all others ask the feature. As plain functions of texts.
 * Commands of the operator look over all tables, and db/ makes them: neither is held to it.
 */
import { tableHomes } from './table-homes.mjs'

/** { name in the code: name in the database } of a text with tables. */
export const tablesIn = (text) =>
  Object.fromEntries([...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name, stored]) => [name, stored]))

export const queriesOf = (file) => /^apps\/server\/src\/features\/([^/]+)\/queries[^/]*(?<!\.test)\.ts$/.exec(file)?.[1] ?? null

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** The tables that a text imports, or names in SQL of its own. */
export function tablesTouched(text, tables) {
  const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\/db\/tables(?:\/[^']*)?\.ts'/g)]
  const imported = new Set(
    imports.flatMap(([, names]) => names.split(',').map((name) => name.trim().replace(/^type |\sas\s.*$/g, ''))),
  )
  const written = new Set(
    [...withoutComments(text).matchAll(/\b(?:from|join|into|update|table|truncate)\s+(?:only\s+)?([a-z_]+)\b/g)].map(
      ([, name]) => name,
    ),
  )
  return Object.keys(tables).filter((name) => imported.has(name) || written.has(tables[name]))
}

/** `texts`: { file: text }. `allowed`: [feature, table, reason]; one that is not needed is refused. */
export function tableBreaches(texts, tables, allowed, homes = tableHomes) {
  const used = new Set()
  const homeless = Object.keys(tables)
    .filter((table) => !Object.hasOwn(homes, table))
    .map((table) => `the table ${table} belongs to no feature: name one in scripts/table-homes.mjs`)
  const gone = Object.keys(homes)
    .filter((table) => !Object.hasOwn(tables, table))
    .map((table) => `scripts/table-homes.mjs: there is no table ${table}`)
  const foreign = Object.entries(texts).flatMap(([file, text]) => {
    const feature = queriesOf(file)
    if (!feature) return []
    return tablesTouched(text, tables)
      .filter((table) => homes[table] && homes[table] !== feature)
      .flatMap((table) => {
        const exception = allowed.find(([who, what]) => who === feature && what === table)
        if (exception) used.add(exception)
        return exception ? [] : [`${file}: the table ${table} is for ${homes[table]} alone`]
      })
  })
  const needless = allowed
    .filter((exception) => !used.has(exception))
    .map(([feature, table]) => `scripts/table-homes.mjs: ${feature} needs the table ${table} no longer: take the line out`)
  return [...homeless, ...gone, ...foreign, ...needless]
}
