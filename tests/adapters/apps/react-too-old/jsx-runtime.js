export * from "../../../consumers/node_modules/react/jsx-runtime";
