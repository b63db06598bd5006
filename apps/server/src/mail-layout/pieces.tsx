/** The pieces that mails are made of. */

import type { Language } from '@sampan/contract/paths'
import { fileKindOf } from '@sampan/contract/rules/file-kind'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import type { FileKind } from '@sampan/contract/states'
import { mailTexts } from '@sampan/texts/mails'
import { Fragment, type ReactNode, useContext } from 'react'
import { BrandContext, buttonColours } from './brand.ts'
import { codeFonts, colors, textFonts } from './colors.ts'
import { Table } from './mail-frame.tsx'

const base = { font: `16px/1.55 ${textFonts}`, overflowWrap: 'anywhere' } as const
const ink = { ...base, color: colors.ink[0] }
const soft = { ...base, font: `14px/1.55 ${textFonts}`, color: colors.inkSoft[0] }

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <p className="m-ink" style={{ ...ink, margin: '0 0 16px' }}>
    {children}
  </p>
)

export const Note = ({ children }: { children: ReactNode }) => (
  <p className="m-soft" style={{ ...soft, margin: '0 0 12px' }}>
    {children}
  </p>
)

const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))

/** What somebody wrote; pass it through userText. */
export const Quote = ({ label, text }: { label: string; text: string }) => (
  <Table style={{ margin: '0 0 20px', tableLayout: 'fixed' }}>
    <tr>
      <td
        className="m-sunken"
        style={{ padding: '14px 18px', background: colors.sunken[0], borderLeft: `3px solid ${buttonColours(null).button[0]}` }}
      >
        <p className="m-soft" style={{ ...soft, margin: '0 0 4px', fontSize: 13 }}>
          {label}
        </p>
        <p className="m-ink" style={{ ...ink, margin: 0 }}>
          <Lines text={text} />
        </p>
      </td>
    </tr>
  </Table>
)

export type Row = {
  key: string
  left: string
  right: string
  /** Of what kind it is; for the eye alone. */
  icon?: string
}

const icons: Record<FileKind, string> = {
  image: '🖼️',
  video: '🎬',
  audio: '🎵',
  document: '📄',
  archive: '📦',
  several: '📎',
  other: '📎',
}

/** Programs that read mails show no pictures of a page unasked: a sign of writing tells of what kind a file is. */
export const fileIcon = (path: string): string => (isFolderPath(path) ? '📁' : icons[fileKindOf(path)])

/** Names with something at their right: files with sizes. In plain text each row is one line. */
export const Rows = ({ rows, more }: { rows: Row[]; more?: string | null }) => (
  <Table style={{ margin: '0 0 20px', tableLayout: 'fixed' }}>
    {rows.map(({ key, left, right, icon }) => (
      <tr key={key}>
        <td className="m-line" style={{ padding: '9px 0', borderBottom: `1px solid ${colors.line[0]}` }}>
          {icon && (
            <span data-skip-in-text="true" aria-hidden="true">
              {`${icon} `}
            </span>
          )}
          <span className="m-ink" style={{ ...ink, fontSize: 15 }}>
            {left}
          </span>
          {right && (
            <span className="m-soft" style={{ ...soft, whiteSpace: 'nowrap' }}>
              {' \u00b7 '}
              {right}
            </span>
          )}
        </td>
      </tr>
    ))}
    {more && (
      <tr>
        <td style={{ padding: '9px 0' }}>
          <span className="m-soft" style={soft}>
            {more}
          </span>
        </td>
      </tr>
    )}
  </Table>
)

export const Facts = ({ facts }: { facts: { label: string; value: string }[] }) => (
  <Table style={{ margin: '0 0 20px', tableLayout: 'fixed' }}>
    {facts.map(({ label, value }) => (
      <tr key={label}>
        <td className="m-line" style={{ padding: '9px 0', borderBottom: `1px solid ${colors.line[0]}` }}>
          <span className="m-soft" style={soft}>
            {`${label} `}
          </span>
          <span className="m-ink" style={{ ...ink, fontSize: 15 }}>
            {value}
          </span>
        </td>
      </tr>
    ))}
  </Table>
)

/** A code as one word: programs that offer codes to fill in find it. */
export const Code = ({ code }: { code: string }) => (
  <Table style={{ margin: '0 0 20px' }}>
    <tr>
      <td
        className="m-sunken m-ink"
        align="center"
        style={{
          padding: '18px 12px',
          background: colors.sunken[0],
          borderRadius: 10,
          font: `600 34px/1.2 ${codeFonts}`,
          letterSpacing: 6,
          color: colors.ink[0],
        }}
      >
        {code}
      </td>
    </tr>
  </Table>
)

/** A button that is a coloured cell, so that programs without style rules show it too, and the bare address for all others. */
export const LinkButton = ({ href, label, linkLabel }: { href: string; label: string; linkLabel: string }) => {
  const { button, onButton } = buttonColours(useContext(BrandContext)?.accent)
  return (
    <>
      <div data-skip-in-text="true">
        <Table width="auto" style={{ margin: '4px 0 20px' }}>
          <tr>
            <td className="m-button" align="center" style={{ background: button[0], borderRadius: 12 }}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                style={{
                  display: 'inline-block',
                  padding: '14px 28px',
                  font: `600 16px/20px ${textFonts}`,
                  color: onButton[0],
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </Table>
      </div>
      <BareLink href={href} label={linkLabel} />
    </>
  )
}

/** The bare address below its name. */
export const BareLink = ({ href, label }: { href: string; label: string }) => (
  <p className="m-soft" style={{ ...soft, margin: '0 0 16px', fontSize: 13, wordBreak: 'break-all' }}>
    {label}
    <br />
    <a className="m-link" href={href} target="_blank" rel="noreferrer" style={{ color: colors.jade[0] }}>
      {href}
    </a>
  </p>
)

/** In small print: its words are the link. */
export const WordLink = ({ href, label }: { href: string; label: string }) => (
  <a className="m-link" href={href} target="_blank" rel="noreferrer" style={{ color: colors.jade[0] }}>
    {label}
  </a>
)

/** Names the product, and leads to it where the mail is somebody's; whose plan has it may leave it out (B1). */
export const SentWith = ({ mail: { language, productName } }: { mail: { language: Language; productName: string } }) => {
  const brand = useContext(BrandContext)
  const line = mailTexts(language).sentWith(productName)
  if (!brand) return line
  return brand.poweredBy && <WordLink href={brand.poweredBy} label={line} />
}
