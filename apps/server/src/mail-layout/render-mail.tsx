import { render, toPlainText } from '@react-email/render'
import { type FrameProps, MailFrame } from './mail-frame.tsx'

export type RenderedMail = { subject: string; html: string; text: string }

/** Zero-width spaces stay in the text: they keep what people wrote from becoming links. */
const textOptions = {
  wordwrap: false as const,
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [{ selector: 'h1', options: { uppercase: false } }],
}

/** One mail in both its forms; the plain text is made from the same components. */
export async function renderMail(props: FrameProps): Promise<RenderedMail> {
  const html = await render(<MailFrame {...props} />)
  const text = toPlainText(html, textOptions)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { subject: props.subject, html, text: `${text}\n` }
}
