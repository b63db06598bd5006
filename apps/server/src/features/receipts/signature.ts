/** "Li Wei, Longyan <li@example.com>"; the address alone where neither is known. */
export function signatureOf({ name, company, email }: { name: string | null; company: string | null; email: string }): string {
  const who = [name, company].filter(Boolean).join(', ')
  return who ? `${who} <${email}>` : email
}
