/** The page of every mail: tables and inline styles, since mail programs know little else. */

import type { Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'
import type { CSSProperties, ReactNode } from 'react'
import { BrandContext, buttonColours, type MailBrand } from './brand.ts'
import { colors, darkStyle, displayFonts, textFonts } from './colors.ts'

const hidden: CSSProperties = {
  display: 'none',
  fontSize: 1,
  lineHeight: '1px',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  overflow: 'hidden',
}
// Keeps the first words of the mail itself out of the preview.
const filler = '\u200c\u00a0'.repeat(60)

type TableProps = { children: ReactNode; className?: string; style?: CSSProperties; width?: string }

export const Table = ({ children, width = '100%', ...rest }: TableProps) => (
  <table role="presentation" border={0} cellPadding={0} cellSpacing={0} width={width} {...rest}>
    <tbody>{children}</tbody>
  </table>
)

const Head = ({ subject, brand }: Pick<FrameProps, 'subject' | 'brand'>) => {
  const { button, onButton } = buttonColours(brand?.accent)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <title>{subject}</title>
      <style>{darkStyle(button[1]!, onButton[1]!)}</style>
    </head>
  )
}

const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Table
    className="m-surface"
    style={{
      background: colors.surface[0],
      border: `1px solid ${colors.line[0]}`,
      borderRadius: 14,
      borderCollapse: 'separate',
      tableLayout: 'fixed',
    }}
  >
    <tr>
      <td className="m-pad" style={{ padding: '32px 36px 28px' }}>
        <h1
          className="m-ink"
          style={{ margin: '0 0 16px', font: `600 25px/1.25 ${displayFonts}`, color: colors.ink[0], overflowWrap: 'anywhere' }}
        >
          {title}
        </h1>
        {children}
      </td>
    </tr>
  </Table>
)

const Wordmark = ({ productName }: { productName: string }) => (
  <td data-skip-in-text="true" style={{ padding: '0 4px 16px' }}>
    <span
      className="m-ink"
      style={{
        borderBottom: `3px solid ${buttonColours(null).button[0]}`,
        paddingBottom: 2,
        font: `600 19px/1.3 ${displayFonts}`,
        color: colors.ink[0],
      }}
    >
      {productName}
    </span>
  </td>
)

/** On a white ground of its own: it is drawn for one, and mails are read in the dark too. */
const OwnLogo = ({ logo }: { logo: string }) => (
  <td data-skip-in-text="true" style={{ padding: '0 4px 16px' }}>
    <span style={{ display: 'inline-block', padding: '8px 12px', background: '#FFFFFF', borderRadius: 10 }}>
      <img src={logo} alt="" height={40} style={{ display: 'block', height: 40, width: 'auto', maxWidth: 240, border: 0 }} />
    </span>
  </td>
)

export type FrameProps = {
  language: Language
  subject: string
  preheader: string
  title: string
  productName: string
  /** Of whoever the mail is from; the product's own where it is from nobody else. */
  brand?: MailBrand | undefined
  /** Small print under the sheet. */
  footer: ReactNode
  children: ReactNode
}

const Column = ({ title, productName, brand, footer, children }: FrameProps) => (
  <Table style={{ maxWidth: 600, margin: '0 auto' }}>
    <tr>
      {brand?.logo ? <OwnLogo logo={brand.logo} /> : brand && !brand.poweredBy ? null : <Wordmark productName={productName} />}
    </tr>
    <tr>
      <td>
        <Sheet title={title}>{children}</Sheet>
      </td>
    </tr>
    <tr>
      <td
        className="m-soft"
        style={{ padding: '18px 4px 0', font: `13px/1.55 ${textFonts}`, color: colors.inkSoft[0], overflowWrap: 'anywhere' }}
      >
        {footer}
      </td>
    </tr>
  </Table>
)

export const MailFrame = (props: FrameProps) => (
  <html lang={about[props.language].tag} dir="ltr">
    <Head subject={props.subject} brand={props.brand} />
    <body className="m-paper" style={{ margin: 0, padding: 0, background: colors.paper[0], WebkitTextSizeAdjust: '100%' }}>
      <div data-skip-in-text="true" style={hidden}>
        {props.preheader}
        {filler}
      </div>
      <Table className="m-paper" style={{ background: colors.paper[0] }}>
        <tr>
          <td className="m-edge" align="center" style={{ padding: '32px 16px' }}>
            <BrandContext value={props.brand}>
              <Column {...props} />
            </BrandContext>
          </td>
        </tr>
      </Table>
    </body>
  </html>
)
