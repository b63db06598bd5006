/**
 * Checks the form of a call against the parameter types of Stripe's own SDK, read from its declaration files: a field that they do
 * not know, a missing one, or a word that is none of theirs is refused. So a test fails by Stripe's idea of a call, not by ours.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Wherever the package's entry lies in it. */
const packageFolder = /^.*\/stripe\//.exec(createRequire(import.meta.url).resolve('stripe'))![0]
const resources = join(packageFolder, 'esm/resources')

type Field = { isOptional: boolean; type: string }
/** Fields of an interface, or the text of a type. */
type Declared = { fields: Map<string, Field>; text: string | null }
type Names = Map<string, Declared>

/** The files are printed by a machine: one declaration or field on each line, between braces. */
function declarationsIn(file: string): Names {
  const names: Names = new Map()
  const scopes: { path: string; into: Declared | null }[] = []
  const text = readFileSync(join(resources, `${file}.d.ts`), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  for (const line of text.split('\n').map((each) => each.trim())) {
    const path = scopes.at(-1)?.path ?? ''
    const named = (name: string) => (path ? `${path}.${name}` : name)
    const [, kind, name = '', base = ''] =
      /^(?:export )?(?:declare )?(interface|namespace) (\w+)(?: extends (\w+))? \{$/.exec(line) ?? []
    const [, alias, aliased] = /^(?:export )?type (\w+) = (.+);$/.exec(line) ?? []
    const [, field, optional, type] = /^(\w+)(\??): (.+);$/.exec(line) ?? []
    if (kind === 'namespace') scopes.push({ path: named(name), into: null })
    else if (kind === 'interface') {
      const declared: Declared = { fields: new Map(base === 'PaginationParams' ? paging : []), text: null }
      names.set(named(name), declared)
      scopes.push({ path, into: declared })
    } else if (alias) names.set(named(alias), { fields: new Map(), text: aliased! })
    else if (line.startsWith('}')) scopes.pop()
    else if (line.endsWith('{')) scopes.push({ path, into: null })
    else if (field) scopes.at(-1)?.into?.fields.set(field, { isOptional: optional === '?', type: type! })
  }
  return names
}

const optional = (type: string): Field => ({ isOptional: true, type })
const paging: [string, Field][] = [
  ['limit', optional('number')],
  ['starting_after', optional('string')],
  ['ending_before', optional('string')],
]

/** `A | Array<B | C>` -> ['A', 'Array<B | C>'] */
function alternatives(type: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of type) {
    if (letter === '<') depth++
    if (letter === '>') depth--
    if (letter === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

type Scope = { names: Names; at: string }

/** A name as it is meant where it stands: innermost first. */
function resolved({ names, at }: Scope, reference: string): { declared: Declared; at: string } | undefined {
  for (let path = at; ; path = path.split('.').slice(0, -1).join('.')) {
    const name = path ? `${path}.${reference}` : reference
    const declared = names.get(name)
    if (declared) return { declared, at: name.split('.').slice(0, -1).join('.') }
    if (!path) return undefined
  }
}

/** What is wrong with a value, or null. */
function wrongWith(scope: Scope, type: string, value: unknown, path: string): string | null {
  const choices = alternatives(type).filter((each) => each !== 'OtherString')
  const faults = choices.map((each) => wrongWithOne(scope, each, value, path))
  return faults.includes(null) ? null : (faults.at(-1) ?? null)
}

function wrongWithOne(scope: Scope, type: string, value: unknown, path: string): string | null {
  const should = (isRight: boolean) => (isRight ? null : `${path} is not ${type}`)
  const [, wrapper, inner] = /^(Array|Emptyable)<(.+)>$/.exec(type) ?? []
  if (wrapper === 'Emptyable') return value === '' ? null : wrongWith(scope, inner!, value, path)
  if (wrapper === 'Array')
    return Array.isArray(value)
      ? (value.map((each, at) => wrongWith(scope, inner!, each, `${path}[${at}]`)).find((fault) => fault !== null) ?? null)
      : should(false)
  if (/^'.*'$/.test(type)) return should(value === type.slice(1, -1))
  if (type === 'string') return should(typeof value === 'string' && value !== '')
  if (type === 'number') return should(typeof value === 'string' && /^-?\d+$/.test(value))
  if (type === 'boolean') return should(value === 'true' || value === 'false')
  if (type === 'MetadataParam') return should(isObject(value) && Object.values(value).every((each) => typeof each === 'string'))
  if (type === 'AddressParam') return should(isObject(value) && Object.entries(value).every(isOfAddress))
  const found = resolved(scope, type)
  if (!found) return should(false)
  const { declared, at } = found
  return declared.text === null
    ? wrongFields({ ...scope, at }, declared, value, path)
    : wrongWith({ ...scope, at }, declared.text, value, path)
}

/** Declared in a file of its own; an empty part takes away what stood there. */
const addressParts = ['line1', 'line2', 'city', 'postal_code', 'state', 'country']
const isOfAddress = ([name, value]: [string, unknown]): boolean => addressParts.includes(name) && typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function wrongFields(scope: Scope, { fields }: Declared, value: unknown, path: string): string | null {
  if (!isObject(value)) return `${path || 'the form'} is no object`
  for (const [name, { isOptional }] of fields)
    if (!isOptional && value[name] === undefined) return `Missing required param: ${path}${name}`
  for (const [name, given] of Object.entries(value)) {
    const field = fields.get(name)
    if (!field) return `Received unknown parameter: ${path}${name}`
    const fault = wrongWith(scope, field.type, given, `${path}${name}.`)
    if (fault) return fault
  }
  return null
}

const files = new Map<string, Names>()

/** `paramsOf('Subscriptions', 'SubscriptionCreateParams')`: what is wrong with a form of that call, or null. */
export function paramsOf(file: string, name: string): (form: unknown) => string | null {
  const names = files.get(file) ?? declarationsIn(file)
  files.set(file, names)
  const declared = names.get(name)
  if (!declared?.fields.size) throw new Error(`The SDK has no ${name} in ${file}`)
  const at = name.split('.').slice(0, -1).join('.')
  return (form) => wrongFields({ names, at }, declared, form, '')
}
