import { compile } from 'html-to-text'
import { renderToStaticMarkup } from 'react-dom/server'
import { type FrameProps, MailFrame } from './mail-frame.tsx'

export type RenderedMail = { subject: string; html: string; text: string }

/** What its options mean is worked out once: that takes longer than the text of a mail. */
const toPlainText = compile({
  wordwrap: false,
  // Zero-width spaces stay in the text: they keep what people wrote from becoming links.
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'h1', options: { uppercase: false } },
  ],
})

/** Mail programs choose their rules by it. */
const docType =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** One mail in both its forms; the plain text is made from the same components. */
export function renderMail(props: FrameProps): RenderedMail {
  // React's renderer of streams switches on async hooks, which from then on make every promise of the process dearer.
  const html = `${docType}${renderToStaticMarkup(<MailFrame {...props} />)}`
  const text = toPlainText(html)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { subject: props.subject, html, text: `${text}\n` }
}
