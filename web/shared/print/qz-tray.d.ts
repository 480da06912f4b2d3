declare module 'qz-tray' {
  const qz: import('./qz.ts').Qz
  export default qz
}
