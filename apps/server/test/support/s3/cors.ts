/** What a bucket tells browsers of other origins, by the rules that its owner has set: as Amazon's documentation has it, where no rule means none. */
import type { IncomingHttpHeaders } from 'node:http'

export type CorsRule = { AllowedOrigins: string[]; AllowedMethods: string[]; AllowedHeaders?: string[]; MaxAgeSeconds?: number }

/** One `*` stands for any text. */
const isNamedBy = (pattern: string, text: string): boolean => {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === text
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
}

const wordsOf = (text = ''): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

type Asked = { origin: string; method: string; headers: string[] }

/** The first that lets all of it in. */
const ruleFor = (rules: readonly CorsRule[], { origin, method, headers }: Asked): CorsRule | undefined =>
  rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders = [] }) =>
      AllowedOrigins.some((each) => isNamedBy(each, origin)) &&
      AllowedMethods.includes(method) &&
      headers.every((header) => AllowedHeaders.some((each) => isNamedBy(each.toLowerCase(), header))),
  )

/** Of a question before a call, or of the call itself; null where no rule lets it in. */
export function corsHeaders(
  rules: readonly CorsRule[],
  method: string,
  headers: IncomingHttpHeaders,
): Record<string, string> | null {
  const { origin } = headers
  if (!origin) return null
  const isAsking = method === 'OPTIONS'
  const asked = {
    origin,
    method: isAsking ? String(headers['access-control-request-method']) : method,
    headers: isAsking ? wordsOf(headers['access-control-request-headers']) : [],
  }
  const rule = ruleFor(rules, asked)
  if (!rule) return null
  return {
    'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(asked.headers.length > 0 && { 'access-control-allow-headers': asked.headers.join(', ') }),
    ...(rule.MaxAgeSeconds && { 'access-control-max-age': String(rule.MaxAgeSeconds) }),
  }
}
