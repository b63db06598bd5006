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

/** From so many transfers on the arrival invites to sign up (Q15). */
export const invitesFrom = 3

export const timesSent = (): number => Number.parseInt(read('sendTimes'), 10) || 0

export function rememberSent(sender: string) {
  write('senderEmail', sender)
  write('sendTimes', String(timesSent() + 1))
}
