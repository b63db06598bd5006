/** /openapi.json as lines that a person can compare: every call with who may, what goes in and what comes out. */

type Json = Record<string, any>

const widest = 120
const indent = (text: string): string => text.replace(/^/gm, '  ')
/** On one line where it is short. */
function block(open: string, parts: string[], close: string): string {
  const line = `${open}${parts.join(', ')}${close}`
  return line.length <= widest && !line.includes('\n') ? line : `${open}\n${parts.map(indent).join('\n')}\n${close}`
}

/** A schema as a type, with all that it says beside. */
export function shapeOf(schema: Json | undefined): string {
  if (!schema) return 'bytes'
  const {
    type,
    properties,
    required = [],
    items,
    anyOf,
    oneOf,
    allOf,
    $ref,
    additionalProperties,
    description: _,
    ...rest
  } = schema
  const { enum: values, const: value, ...limits } = rest
  const more = Object.keys(limits).length ? JSON.stringify(limits) : ''
  if ($ref) return $ref.split('/').at(-1)
  const choices = anyOf ?? oneOf
  if (choices) return choices.map(shapeOf).join(' | ') + more
  if (allOf) return allOf.map(shapeOf).join(' & ') + more
  if (values) return values.map((each: unknown) => JSON.stringify(each)).join(' | ') + more
  if (value !== undefined) return JSON.stringify(value) + more
  if (type === 'array') return block('[', [shapeOf(items)], ']') + more
  if (type !== 'object') return [type ?? 'any'].flat().join(' | ') + more
  const fields = Object.entries<Json>(properties ?? {}).map(
    ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(each)}`,
  )
  const others = typeof additionalProperties === 'object' ? [`…: ${shapeOf(additionalProperties)}`] : []
  return block('{', [...fields, ...others], '}') + more
}

const contentOf = (content: Json | undefined): string =>
  Object.entries<Json>(content ?? {})
    .map(([type, { schema }]) => `${type === 'application/json' ? '' : `${type} `}${shapeOf(schema)}`)
    .join(' or ')

const securityOf = (security: Json[]): string =>
  security.map((each) => Object.keys(each).join(' + ') || 'nothing').join(' or ') || 'nothing'

const codesOf = ({ $ref }: Json): string[] => $ref.split('/').at(-1).split('.')

/** One call on some lines. */
export function callShape(method: string, path: string, operation: Json): string {
  const parameters = operation.parameters.filter((each: Json) => !each.$ref)
  const shared = operation.parameters.filter((each: Json) => each.$ref).map((each: Json) => shapeOf(each))
  const replies = Object.entries<Json>(operation.responses)
  return [
    `${method.toUpperCase()} ${path} (${operation.operationId}, ${operation.tags}): ${operation.summary}`,
    `  needs ${securityOf(operation.security)}`,
    ...parameters.map(
      ({ in: place, name, required, schema }: Json) => `  ${place} ${name}${required ? '' : '?'}: ${shapeOf(schema)}`,
    ),
    `  also ${shared.join(', ')}`,
    ...(operation.requestBody ? [indent(`body ${contentOf(operation.requestBody.content)}`)] : []),
    ...replies.filter(([, each]) => !each.$ref).map(([status, each]) => indent(`${status} ${contentOf(each.content)}`.trim())),
    ...replies.filter(([, each]) => each.$ref).map(([status, each]) => `  ${status} ${codesOf(each).join(', ')}`),
  ].join('\n')
}

export const callShapes = ({ paths }: Json): string[] =>
  Object.entries<Json>(paths).flatMap(([path, calls]) =>
    Object.entries<Json>(calls).map(([method, operation]) => callShape(method, path, operation)),
  )
