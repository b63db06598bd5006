/** Errors as logs may hold them: a failed query names its parameters, which are addresses, names and messages (R46). */
type Told = { type: string; message: string; code?: unknown; stack?: string; cause?: Told }

const withoutParameters = (text: string): string => text.replace(/\nparams:[^\n]*/g, '')

export function errorForLog(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutParameters(String(error)) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    type: name,
    message: withoutParameters(message),
    ...(code !== undefined && { code }),
    ...(stack && { stack: withoutParameters(stack) }),
    ...(cause !== undefined && { cause: errorForLog(cause) }),
  }
}
