/**
 * Which feature a table belongs to: its queries alone write it. Others ask the feature, or read it in one statement with what is theirs, where
 * table-homes.mjs says why. As plain functions of texts.
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

/** The tables whose rows a text adds, changes or deletes: by the query layer, or in SQL of its own. */
export function tablesWritten(text, tables) {
  const code = withoutComments(text)
  const called = [...code.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, name]) => name)
  const changed = [...code.matchAll(/\b(?:insert into|update|delete from|truncate)\s+(?:only\s+)?(?:\$\{(\w+)\}|([a-z_]+))/g)]
  const names = new Set([...called, ...changed.map(([, name, stored]) => name ?? stored)])
  return Object.keys(tables).filter((name) => names.has(name) || names.has(tables[name]))
}

/** `texts`: { file: text }. `readers`: [feature, table, reason] of those who read another's table; one that is not needed is refused. */
export function tableBreaches(texts, tables, readers, homes = tableHomes) {
  const used = new Set()
  const isReader = (feature, table) => {
    const entry = readers.find(([who, what]) => who === feature && what === table)
    if (entry) used.add(entry)
    return entry !== undefined
  }
  const homeless = Object.keys(tables)
    .filter((table) => !Object.hasOwn(homes, table))
    .map((table) => `the table ${table} belongs to no feature: name one in scripts/table-homes.mjs`)
  const gone = Object.keys(homes)
    .filter((table) => !Object.hasOwn(tables, table))
    .map((table) => `scripts/table-homes.mjs: there is no table ${table}`)
  const foreign = Object.entries(texts).flatMap(([file, text]) => {
    const feature = queriesOf(file)
    if (!feature) return []
    const isForeign = (table) => homes[table] && homes[table] !== feature
    const written = tablesWritten(text, tables).filter(isForeign)
    const read = tablesTouched(text, tables).filter((table) => isForeign(table) && !written.includes(table))
    return [
      ...written.map((table) => `${file}: only ${homes[table]} writes the table ${table}`),
      ...read
        .filter((table) => !isReader(feature, table))
        .map((table) => `${file}: the table ${table} is for ${homes[table]}, unless scripts/table-homes.mjs says why not`),
    ]
  })
  const needless = readers
    .filter((entry) => !used.has(entry))
    .map(([feature, table]) => `scripts/table-homes.mjs: ${feature} needs the table ${table} no longer: take the line out`)
  return [...homeless, ...gone, ...foreign, ...needless]
}
