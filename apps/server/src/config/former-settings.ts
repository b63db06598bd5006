/** Settings that are no more, with what has taken their place: passed over, a limit would silently be another. */
const formerSettings: Record<string, (text: string) => string> = {
  CODE_MAILS_PER_NETWORK_HOUR: (text) => {
    const max = /^\d+$/.test(text) ? text : 'N'
    return `is no setting any more: set RATE_LIMITS=codeNetwork=${max}/3600 instead`
  },
}

export const formerOf = (env: Record<string, string | undefined>): string[] =>
  Object.entries(formerSettings).flatMap(([name, why]) => {
    const text = env[name]?.trim()
    return text ? [`${name} ${why(text)}`] : []
  })
