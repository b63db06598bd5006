import type { feedback as english } from '../../en/mails/feedback.ts'

export const feedback: typeof english = {
  subject: (rating, product) => `${rating}：有人对 ${product} 的看法`,
  title: (rating) => `有人说：${rating}`,
  subjectOfMany: (count, product) => `关于 ${product} 的 ${count} 条反馈`,
  titleOfMany: (count) => `${count} 条反馈`,
  more: (count) => `另有 ${count} 条，可用 sampan feedback 查看。`,
  replyOfMany: '如需回复，请写信到对方的邮箱。',
  said: '原话',
  name: '姓名：',
  address: '邮箱：',
  company: '公司：',
  plan: '方案：',
  page: '页面：',
  when: '时间：',
  reply: '您的回复会发给写下这些话的人。',
}
