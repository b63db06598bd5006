/** What this browser remembers of a sender who has no account (Q7, Q15). A browser that forbids it just forgets. */
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

export const rememberedSender = (): string => read('senderEmail')

export function rememberSent(sender: string) {
  write('senderEmail', sender)
  write('sendTimes', String((Number.parseInt(read('sendTimes'), 10) || 0) + 1))
}
