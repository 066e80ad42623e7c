export * from "../../../../../examples/node_modules/react/jsx-runtime";
