import type { home as english } from '../../en/app/home.ts'
import type { Translation } from '../../translation.ts'

export const home: Translation<typeof english> = {
  title: '{{product}}：大文件，一帆直达',
  description: '通过邮件把大文件和整个文件夹发送给任何人。无需账户，没有广告，中断后可以继续。',
  headline: '大文件，|一帆直达。',
  lead: '往返中国、印度与世界各地发送大文件。支持整个文件夹，每次最多 {{limit}}，收件人无需账户即可下载。',
  encrypted: 'AES-256 加密',
  receipts: '送达回执',
  noAds: '没有广告',
  points: '您可以放心',
}
