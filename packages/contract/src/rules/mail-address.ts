/** The address by which a mail program begins a mail: to somebody, or to whom the writer knows. */
export const mailAddress = (to: string, { subject, body }: { subject: string; body: string }): string =>
  `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
