/** What logs may hold (R46): errors without the values that went with them, requests without their addresses. */
type Logged = { type: string; message: string; code?: unknown; stack?: string; cause?: Logged }

/** A failed query names its parameters, which are addresses, names and messages; mail servers and parsers repeat what they were given. */
const withoutValues = (text: string): string =>
  text
    .replace(/\nparams:[\s\S]*/, '')
    .replace(/[^\s<>"'`(),;:/\\]+@[^\s<>"'`(),;:/\\]+\.[^\s<>"'`(),;:/\\]+/g, '<address>')
    .replace(/^(Unexpected .*?), ?(?:\.\.\.)?"[\s\S]*" is not valid JSON$/, '$1')

/** The stack begins with the message, which may have any number of lines. */
function framesOf(stack: string, message: string): string[] {
  const rest = message && stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack
  return rest.split('\n').filter((line) => /^\s+at /.test(line))
}

export function errorForLog(error: unknown): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  const text = withoutValues(message)
  return {
    type: name,
    message: text,
    ...(code !== undefined && { code }),
    stack: [`${name}: ${text}`, ...framesOf(stack, message)].join('\n'),
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  }
}

/** For every logger of the server. The framework's own lines know no address of a request either. */
export const logSerializers = {
  err: errorForLog,
  req: ({ method }: { method?: string }) => ({ method }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
}
