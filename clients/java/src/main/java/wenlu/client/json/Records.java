package wenlu.client.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plain JSON values into records of models and back, by the components of the record.
 *
 * <p>A component of a primitive type must be there; another one that is absent or null is {@code null}. Fields that a model
 * does not name are passed over, so that a service that says more breaks nothing.
 */
public final class Records {
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> model) {
            return Shape.of(model);
        }
    };

    private Records() {}

    /**
     * A value of a type, read from plain JSON values.
     *
     * @param path where the value stands, for the message
     * @throws JsonException if the value is of another type; the message bears the path
     */
    public static Object read(Object json, Type type, String path) {
        if (json == null) {
            if (type instanceof Class<?> model && model.isPrimitive()) {
                throw new JsonException(path + " is missing");
            }
            return null;
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class ? list(json, arguments[0], path) : map(json, arguments[1], path);
        }
        Class<?> model = (Class<?>) type;
        if (model == Object.class) {
            return json;
        }
        if (model.isSealed()) {
            return either(json, model, path);
        }
        return model.isRecord() ? record(json, model, path) : scalar(json, model, path);
    }

    /** The fields of a record by their names on the wire, those that are null left out. */
    public static Map<String, Object> fields(Record model) {
        Shape shape = SHAPES.get(model.getClass());
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int index = 0; index < shape.names.length; index++) {
            Object value = shape.value(model, index);
            if (value != null) {
                fields.put(shape.names[index], value);
            }
        }
        return fields;
    }

    /** A value of the first of several models of which all that must be there is there. */
    private static Object either(Object json, Class<?> models, String path) {
        Map<?, ?> object = typed(json, Map.class, "an object", path);
        for (Class<?> model : models.getPermittedSubclasses()) {
            if (SHAPES.get(model).hasRequired(object)) {
                return record(json, model, path);
            }
        }
        throw new JsonException(path + " is no " + models.getSimpleName());
    }

    private static Object record(Object json, Class<?> model, String path) {
        Map<?, ?> object = typed(json, Map.class, "an object", path);
        Shape shape = SHAPES.get(model);
        Object[] values = new Object[shape.names.length];
        for (int index = 0; index < values.length; index++) {
            String name = shape.names[index];
            values[index] = read(object.get(name), shape.types[index], path + "." + name);
        }
        return shape.make(values);
    }

    private static List<Object> list(Object json, Type element, String path) {
        List<?> array = typed(json, List.class, "an array", path);
        List<Object> read = new ArrayList<>(array.size());
        for (int index = 0; index < array.size(); index++) {
            read.add(read(array.get(index), element, path + "[" + index + "]"));
        }
        return Collections.unmodifiableList(read);
    }

    private static Map<String, Object> map(Object json, Type value, String path) {
        Map<String, Object> read = new LinkedHashMap<>();
        Map<?, ?> object = typed(json, Map.class, "an object", path);
        object.forEach((key, each) -> read.put((String) key, read(each, value, path + "." + key)));
        return Collections.unmodifiableMap(read);
    }

    private static Object scalar(Object json, Class<?> type, String path) {
        if (type == String.class) {
            return typed(json, String.class, "a string", path);
        }
        if (type == boolean.class || type == Boolean.class) {
            return typed(json, Boolean.class, "true or false", path);
        }
        Number number = typed(json, Number.class, "a number", path);
        return type == long.class || type == Long.class ? (Object) whole(number, path) : number.doubleValue();
    }

    private static long whole(Number number, String path) {
        if (number instanceof Long || number.doubleValue() == number.longValue()) {
            return number.longValue();
        }
        throw new JsonException(path + " is no whole number of 64 bits");
    }

    private static <T> T typed(Object json, Class<T> type, String expected, String path) {
        if (!type.isInstance(json)) {
            throw new JsonException(path + " is not " + expected);
        }
        return type.cast(json);
    }

    /** What is asked of a record's class again and again. */
    private record Shape(Constructor<?> constructor, RecordComponent[] components, String[] names, Type[] types) {
        static Shape of(Class<?> model) {
            RecordComponent[] components = model.getRecordComponents();
            try {
                return new Shape(
                        model.getConstructor(
                                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new)),
                        components,
                        Arrays.stream(components).map(Shape::name).toArray(String[]::new),
                        Arrays.stream(components).map(RecordComponent::getGenericType).toArray(Type[]::new));
            } catch (NoSuchMethodException fault) {
                throw new JsonException(model.getName() + " is not public");
            }
        }

        private static String name(RecordComponent component) {
            JsonName name = component.getAnnotation(JsonName.class);
            return name == null ? component.getName() : name.value();
        }

        /** Whether an object has every field that must be there. */
        boolean hasRequired(Map<?, ?> object) {
            for (int index = 0; index < names.length; index++) {
                if (!components[index].isAnnotationPresent(MayBeAbsent.class) && !object.containsKey(names[index])) {
                    return false;
                }
            }
            return true;
        }

        Object make(Object[] values) {
            try {
                return constructor.newInstance(values);
            } catch (InstantiationException | IllegalAccessException | InvocationTargetException fault) {
                throw new IllegalStateException(fault);
            }
        }

        Object value(Record model, int index) {
            try {
                return components[index].getAccessor().invoke(model);
            } catch (IllegalAccessException | InvocationTargetException fault) {
                throw new IllegalStateException(fault);
            }
        }
    }
}
