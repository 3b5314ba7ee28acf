// Without letters and digits that look alike: passwords are read out or typed from paper.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const length = 12

/**
 * Generates a password that follows the product's rule: 12 letters and digits, at least one of
 * each; 68 bits.
 */
export const madePassword = (
  random: (values: Uint32Array<ArrayBuffer>) => Uint32Array = (values) =>
    crypto.getRandomValues(values),
): string => {
  const all = letters + digits
  for (;;) {
    const password = [...random(new Uint32Array(length))]
      .map((value) => all[value % all.length])
      .join('')
    if (/[A-Za-z]/.test(password) && /\d/.test(password)) return password
  }
}
