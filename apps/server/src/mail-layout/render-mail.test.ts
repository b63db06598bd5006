import { languages } from '@sampan/contract/languages'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Paragraph, Quote } from './pieces.tsx'
import { renderMail } from './render-mail.tsx'
import { userText } from './user-text.ts'

const invisible = /\p{Cf}|\u00a0/gu

test.each(languages)(
  'R41 the plain text (%s) has nothing of the preheader and its filler; the one invisible mark keeps what people wrote from becoming links',
  (language) => {
    const quote = createElement(Quote, { key: 'theirs', label: 'Message', text: userText('see evil.com') })
    const children = [createElement(Paragraph, { key: 'ours', children: 'Ours: https://sampan.example/w/a' }), quote]
    const frame = {
      language,
      subject: 'Subject',
      preheader: 'Look inside',
      title: 'Title',
      productName: 'Sampan',
      footer: 'Small',
    }
    const { html, text } = renderMail({ ...frame, children })
    expect(html).toContain('\u200c\u00a0')
    expect(text).toBe('Title\n\nOurs: https://sampan.example/w/a\n\nMessage\n\nsee evil.\u200bcom\n\nSmall\n')
    expect(text.match(invisible)).toEqual(['\u200b'])
  },
)
