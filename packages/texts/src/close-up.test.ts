import { expect, test } from 'vitest'
import { closeUp } from './close-up.ts'

const { mail } = closeUp({
  mail: {
    asks: (who: string, what: string) => `${who} 向您索要 ${what} 一份`,
    until: (date: string) => `请于 ${date} 前发送`,
    count: (content: string) => (/^\d/.test(content) ? `收到 ${content}` : `收到${content}`),
    several: (role: string) => ({ subject: `您的 ${role} 方案`, lines: [`${role} 方案已开通`] }),
    title: '一个 标题',
  },
})

test.each([
  [mail.asks('王丽', '发票'), '王丽向您索要发票一份'],
  [mail.asks('王丽（远帆贸易）', '“订单 4711”'), '王丽（远帆贸易）向您索要“订单 4711”一份'],
  [mail.asks('Anna', 'PDF'), 'Anna 向您索要 PDF 一份'],
  [mail.asks('王 丽', '两 份 合同'), '王 丽向您索要两 份 合同一份'],
  [mail.until('12月2日 07:59 北京时间（23:59 UTC）'), '请于 12月2日 07:59 北京时间（23:59 UTC）前发送'],
  [mail.count('7 个文件'), '收到 7 个文件'],
  [mail.count(''), '收到'],
  [mail.several('商务').subject, '您的商务方案'],
  [mail.several('商务').lines[0], '商务方案已开通'],
  [mail.title, '一个 标题'],
])('I1 Chinese stands close to Chinese: %s', (text, wanted) => expect(text).toBe(wanted))
