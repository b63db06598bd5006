import type { billing as en } from '../../en/mails/billing.ts'

export const billing: typeof en = {
  linkLabel: '您的方案与账单：',
  footer: '此邮件与您的方案有关，因此发送给您。',
  reminder: (role, date, product) => ({
    subject: `您的 ${product} 试用将于${date}结束`,
    title: '试用还剩两天',
    paragraphs: [
      `您正在试用${role}方案，有效期至${date}。`,
      '添加付款方式即可继续使用。若不添加，不会扣取任何费用：已有链接照常开放，但在您作出选择之前无法发送。',
    ],
    button: '添加付款方式',
  }),
  begun: (role, date, price) => ({
    subject: `您的${role}方案已开通`,
    title: '感谢购买，方案已开通',
    paragraphs: [
      `${role}方案（${price}）已付款，有效期至${date}，到期后自动续期。发票可在方案页面查看。`,
      '您可以随时取消：方案仍可使用至该日，之后不再扣费。',
    ],
    button: '查看方案与发票',
  }),
  willCharge: (role, date, price, product) => ({
    subject: `您的 ${product} 试用将于${date}结束`,
    title: '试用还剩两天',
    paragraphs: [
      `您正在试用${role}方案，有效期至${date}。`,
      `届时将从您的银行卡扣取 ${price}，方案继续有效。如不希望继续，请在此之前取消，不会扣取任何费用。`,
    ],
    button: '查看方案与账单',
  }),
  trialEnded: (role, left) => ({
    subject: `您的${role}方案试用已到期。`,
    title: `您的${role}方案试用已到期。`,
    paragraphs: ['未扣取任何费用。您发送过的文件仍可下载，发送功能暂时停用。', `添加付款方式即可继续，也可以改用${left}方案。`],
    button: '选择后续方式',
  }),
  paymentFailed: (role) => ({
    subject: `${role}方案扣款未成功`,
    title: '付款未成功',
    paragraphs: [
      `您保存的银行卡未能支付${role}方案的费用，我们会在接下来几天内再次尝试。`,
      '您发送过的文件仍可下载，但付款成功之前无法发送。换一张卡即可立即恢复。',
    ],
    button: '检查银行卡',
  }),
  unpaid: (role, left) => ({
    subject: `您的${role}方案尚未付款`,
    title: '方案尚未付款',
    paragraphs: [
      `${role}方案的款项未能扣取，我们不会再自行尝试。`,
      `您发送过的文件仍可下载，发送功能暂停。换一张卡即可立即恢复，也可以改用${left}方案。`,
    ],
    button: '检查银行卡',
  }),
  cancelled: (role, date, left) => ({
    subject: `您的${role}方案将于${date}结束`,
    title: '方案已取消',
    paragraphs: [
      `${role}方案可使用至${date}，不再扣费。之后您的账户将转为${left}方案，已发送的文件保留至各自到期。`,
      '在此之前您可以随时撤销取消。',
    ],
    button: '保留我的方案',
  }),
  ended: (role, product, left) => ({
    subject: `您的 ${product} ${role}方案已结束`,
    title: '方案已结束',
    paragraphs: [`不会再扣取任何费用。您的账户已转为${left}方案，已发送的文件保留至各自到期。`],
    button: '查看方案',
  }),
  refunded: (price, days, left) => ({
    subject: `已为您退款 ${price}`,
    title: '退款已发出',
    paragraphs: [
      `按照 ${days} 天内退款的承诺，我们已将 ${price} 退回您付款所用的银行卡，银行入账最多需要十天。`,
      `您的方案已结束，账户转为${left}方案。`,
    ],
    button: '查看发票',
  }),
  refundedTwice: (role, price) => ({
    subject: `已为您退款 ${price}`,
    title: '您重复付款了',
    paragraphs: [
      `您的账户支付了两份方案，只需一份：我们已结束多余的一份（${role}方案），并将 ${price} 退回您付款所用的银行卡，银行入账最多需要十天。`,
      '另一份方案继续有效。',
    ],
    button: '查看发票',
  }),
}
