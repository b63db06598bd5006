/** Marks that a session may exist: worth a question to the server, whose cookie no script sees. */
export const sessionMark = 'ssid'

export function writeMark(isSet: boolean) {
  try {
    if (isSet) localStorage.setItem(sessionMark, '1')
    else localStorage.removeItem(sessionMark)
  } catch {}
}

export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(sessionMark) !== null
  } catch {
    return false
  }
}
