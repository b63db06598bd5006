import type { Language } from '@sampan/contract/paths'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

type Paused = { language: Language; productName: string; link: string; host: string; why: 'gone' | 'failing' }

/** Nothing is sent to it any more, until its owner lets it go on. */
export function webhookPausedMail({ language, productName, link, host, why }: Paused): RenderedMail {
  const texts = mailTexts(language).webhooks.paused
  const reason = why === 'gone' ? texts.gone(host) : texts.failing(host, webhookLimits.pausedAfterDays)
  return renderMail({
    language,
    productName,
    subject: texts.subject(host),
    preheader: reason,
    title: texts.title,
    footer: texts.footer,
    children: (
      <>
        <Paragraph>{reason}</Paragraph>
        <Paragraph>{texts.meanwhile}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}
