/** Stands for what a library could fetch and Tawa never uses (vite.config.ts). */
export default null
